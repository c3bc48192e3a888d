#include "methods/mesh/health/surface_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

/// Closed, outward, and of the same volume.
void check_same_solid(const SurfaceMesh& before, const SurfaceMesh& after) {
    CHECK_NOTHROW(validate(after));
    CHECK(signed_volume(after) == Approx(signed_volume(before)).epsilon(1e-12));
}

int differing_triangles(const SurfaceMesh& before, const SurfaceMesh& after) {
    const std::set<Triangle> known(before.triangles.begin(), before.triangles.end());
    return static_cast<int>(std::ranges::count_if(
        after.triangles, [&](const Triangle& t) { return !known.contains(t); }));
}

}  // namespace

TEST_CASE("turned diagonals leave a box a box", "[mesh][edits]") {
    const SurfaceMesh box = make_box(Vec3(1.0, 2.0, 3.0));
    const SurfaceMesh one = with_turned_diagonals(box, 1);
    CHECK(differing_triangles(box, one) == 2);
    check_same_solid(box, one);
    const SurfaceMesh all = with_turned_diagonals(box, 1000);
    CHECK(differing_triangles(box, all) == 12);  // six faces, a diagonal each
    check_same_solid(box, all);
}

TEST_CASE("a sphere has no diagonal to turn", "[mesh][edits]") {
    const SurfaceMesh sphere = make_sphere(1.0, 1);
    CHECK(differing_triangles(sphere, with_turned_diagonals(sphere, 1000)) == 0);
}

TEST_CASE("the longest edges are split", "[mesh][edits]") {
    const SurfaceMesh box = make_box(Vec3(1.0, 2.0, 3.0));
    for (const int count : {1, 4, 16}) {
        const SurfaceMesh split = with_split_edges(box, count);
        CHECK(split.vertices.size() == box.vertices.size() + count);
        CHECK(split.triangles.size() == box.triangles.size() + 2 * count);
        check_same_solid(box, split);
    }
    const Vec3 first = with_split_edges(box, 1).vertices.back();
    CHECK(first.cwiseAbs().isApprox(Vec3(0.5, 0.0, 0.0)));  // of the diagonals of the largest faces
}

TEST_CASE("vertices are put into the largest triangles", "[mesh][edits]") {
    const SurfaceMesh box = make_box(Vec3(1.0, 2.0, 3.0));
    const SurfaceMesh more = with_face_vertices(box, 4);
    CHECK(more.vertices.size() == box.vertices.size() + 4);
    CHECK(more.triangles.size() == box.triangles.size() + 8);
    for (std::size_t i = box.vertices.size(); i < more.vertices.size(); ++i) {
        CHECK(std::abs(more.vertices[i].x()) == 0.5);  // of the faces of 2 m by 3 m
    }
    check_same_solid(box, more);
}

TEST_CASE("renumbering keeps every triangle's place", "[mesh][edits]") {
    const SurfaceMesh box = make_box(Vec3(1.0, 2.0, 3.0));
    const SurfaceMesh other = renumbered(box, 7);
    check_same_solid(box, other);
    CHECK(other.vertices != box.vertices);
    const auto places = [](const SurfaceMesh& mesh) {
        std::multiset<std::array<double, 3>> result;
        for (const Triangle& t : mesh.triangles) {
            const Vec3 sum = mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]];
            result.insert({sum.x(), sum.y(), sum.z()});
        }
        return result;
    };
    CHECK(places(other) == places(box));
    CHECK(renumbered(box, 7).triangles == other.triangles);
}

}  // namespace touchstone
