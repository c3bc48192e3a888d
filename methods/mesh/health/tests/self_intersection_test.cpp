#include "methods/mesh/health/self_intersection.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/health/exact_orientation.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

namespace {

using Pair = std::array<int, 2>;

/// Two triangles without common vertices.
SurfaceMesh make_pair_of_triangles(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    return {{a[0], a[1], a[2], b[0], b[1], b[2]}, {{0, 1, 2}, {3, 4, 5}}};
}

bool intersect(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    return find_self_intersection(make_pair_of_triangles(a, b)) == Pair{0, 1};
}

const std::array<Vec3, 3> kFlat{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)};  // NOLINT: plain data

}  // namespace

TEST_CASE("orientation gives the exact sign where rounding hides it", "[mesh]") {
    CHECK(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}) == 1);
    CHECK(orientation({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}) == -1);
    // Three points of the plane z = x + y, far out, and one within half a last bit of it.
    const Vec3 a(0, 0, 0);
    const Vec3 b(1e8 + 1, 3, 1e8 + 4);
    const Vec3 c(5, 1e8 - 7, 1e8 - 2);
    const double tiny = GENERATE(-1e-30, 0.0, 1e-30);
    const Vec3 d(-tiny, 0.0, 0.0);  // above the plane by `tiny`
    CHECK(orientation(a, b, c, d) == (tiny > 0) - (tiny < 0));
    CHECK(orientation(b, a, c, d) == (tiny < 0) - (tiny > 0));
    // 0.1 + 0.2 != 0.3 in binary: the sign must be that of the stored numbers.
    CHECK(orientation_in_plane({0.1, 0.1, 0}, {0.2, 0.2, 0}, {0.3, 0.3, 0}, 2) == 0);
    CHECK(orientation_in_plane({0, 0, 0}, {0.1, 0.3, 0}, {0.2, 0.6, 0}, 2) == 0);
    CHECK(orientation_in_plane({0, 0, 0}, {0.1, 0.3, 0}, {0.3, 0.9, 0}, 2) != 0);
    CHECK(orientation_in_plane({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 2) == 1);
    CHECK(orientation_in_plane({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0) == 1);
    CHECK(orientation_in_plane({0, 0, 0}, {0, 0, 1}, {1, 0, 0}, 1) == 1);
}

TEST_CASE("find_self_intersection finds nothing in proper surfaces, in any pose", "[mesh]") {
    const SurfaceMesh mesh =
        GENERATE(make_box({1.0, 1.0, 1.0}), make_sphere(0.5, 3), make_cylinder(0.5, 1.0, 64),
                 testing::make_crack(), testing::make_hole(), testing::make_internal_edge_base());
    CHECK_FALSE(find_self_intersection(mesh));
    CHECK_FALSE(find_self_intersection(testing::moved(testing::awkward_pose(), mesh)));
}

TEST_CASE("find_self_intersection tells how two triangles without common vertices lie", "[mesh]") {
    const auto moved = [](std::array<Vec3, 3> t, const Vec3& by) {
        for (Vec3& corner : t) {
            corner += by;
        }
        return t;
    };
    const std::array<Vec3, 3> upright{Vec3(0.5, 0.5, -1), Vec3(0.5, 0.5, 1), Vec3(3, 3, 0)};
    CHECK(intersect(kFlat, upright));
    CHECK(intersect(upright, kFlat));
    CHECK_FALSE(intersect(kFlat, moved(upright, {1, 1, 0})));
    CHECK(intersect(kFlat, moved(upright, {0.5, 0.5, 0})));  // touches the long edge
    CHECK_FALSE(intersect(kFlat, moved(upright, {0.5 + 1e-15, 0.5, 0})));
    CHECK(intersect(kFlat, moved(upright, {0, 0, 1})));  // stands on it
    CHECK_FALSE(intersect(kFlat, moved(upright, {0, 0, 1 + 1e-15})));

    // In one plane.
    CHECK(intersect(kFlat, moved(kFlat, {0.1, 0.1, 0})));
    CHECK(intersect(kFlat, moved(kFlat, {2, 0, 0})));  // touch at a corner
    CHECK_FALSE(intersect(kFlat, moved(kFlat, {2.1, 0, 0})));
    CHECK_FALSE(intersect(kFlat, moved(kFlat, {0, 0, 1e-300})));
    const std::array<Vec3, 3> inner{Vec3(0.1, 0.1, 0), Vec3(0.3, 0.1, 0), Vec3(0.1, 0.3, 0)};
    CHECK(intersect(kFlat, inner));
    CHECK(intersect(inner, kFlat));
    const std::array<Vec3, 3> star{Vec3(1.5, 1.5, 0), Vec3(-0.5, 1, 0), Vec3(1, -0.5, 0)};
    CHECK(intersect(kFlat, star));  // no corner in the other
}

TEST_CASE("find_self_intersection looks beyond common vertices and edges", "[mesh]") {
    SurfaceMesh mesh{{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {0, 0, 0}},
                     {{0, 1, 2}, {0, 3, 4}}};
    const auto intersect_with = [&](const Vec3& p, const Vec3& q) {
        mesh.vertices[3] = p;
        mesh.vertices[4] = q;
        return find_self_intersection(mesh).has_value();
    };
    CHECK(intersect_with({1, 1, 1}, {1, 1, -1}));          // through the inside
    CHECK_FALSE(intersect_with({1, -1, 1}, {1, -1, -1}));  // passes outside
    CHECK(intersect_with({1, 0, 1}, {1, 0, -1}));          // along an edge
    CHECK(intersect_with({0.5, 0.1, 0}, {0.1, 0.5, 0}));   // in one plane
    CHECK_FALSE(intersect_with({-1, -0.1, 0}, {-0.1, -1, 0}));
    CHECK(intersect_with({1, 0, 0}, {1, -1, 0}));  // shares half an edge
    CHECK_FALSE(intersect_with({0, 0, 1}, {-1, 0, 1}));

    mesh.triangles[1] = {1, 0, 3};  // a common edge
    mesh.vertices[3] = {0.3, 0.3, 0};
    CHECK(find_self_intersection(mesh));  // folded over
    mesh.vertices[3] = {0.3, 0.3, 1e-300};
    CHECK_FALSE(find_self_intersection(mesh));
    mesh.vertices[3] = {0.3, -0.3, 0};
    CHECK_FALSE(find_self_intersection(mesh));
}

TEST_CASE("find_self_intersection names the first pair when a corner is pushed through a face",
          "[mesh]") {
    SurfaceMesh mesh = make_box({1.0, 1.0, 1.0});
    mesh.vertices[6] = {0.1, -0.8, 0.05};  // a corner of the top, now below the bottom
    CHECK(find_self_intersection(mesh).value() == Pair{2, 11});
    CHECK(find_self_intersection(testing::moved(testing::awkward_pose(), mesh)).value() ==
          Pair{2, 11});
}

TEST_CASE("find_self_intersections looks into the tip of a cone of many sides", "[mesh]") {
    constexpr int kSides = 100;
    SurfaceMesh cone;
    cone.vertices.push_back(Vec3::Zero());
    for (int i = 0; i < kSides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / kSides;
        cone.vertices.emplace_back(1.0, std::cos(angle), std::sin(angle));
    }
    for (int i = 0; i < kSides; ++i) {
        cone.triangles.push_back({0, 1 + (i + 1) % kSides, 1 + i});
    }
    CHECK(find_self_intersections(cone, 5).faces.empty());
    SECTION("a triangle at the tip that passes through a side") {
        // Seen from the tip it is wide; what it crosses it shares only the tip with.
        cone.vertices.emplace_back(1.0, 1.5, 0.1);
        cone.vertices.emplace_back(1.0, 0.5, 0.1);
        cone.triangles.push_back({0, kSides + 1, kSides + 2});
        const SelfIntersections found = find_self_intersections(cone, 5);
        // Side 1: 0.1 lies between the sines of the first and of the second step.
        CHECK(found.faces == std::vector<int>{1, kSides});
        CHECK(found.pairs == std::vector<Pair>{{1, kSides}});
    }
    SECTION("a face that lies on its neighbours in their plane") {
        SurfaceMesh fan;
        fan.vertices.push_back(Vec3::Zero());
        for (int i = 0; i <= kSides; ++i) {
            const double angle = std::numbers::pi * i / kSides;
            fan.vertices.emplace_back(std::cos(angle), std::sin(angle), 0.0);
        }
        for (int i = 0; i < kSides; ++i) {
            fan.triangles.push_back({0, 1 + i, 2 + i});
        }
        CHECK(find_self_intersections(fan, 5).faces.empty());
        fan.triangles.push_back({0, 11, 14});
        CHECK(find_self_intersections(fan, 5).faces == std::vector<int>{10, 11, 12, kSides});
    }
}

TEST_CASE("find_self_intersections tells copies of a face what the first one meets", "[mesh]") {
    SurfaceMesh mesh = make_pair_of_triangles(
        kFlat, {Vec3(0.5, 0.5, -1.0), Vec3(0.6, 0.5, 1.0), Vec3(0.5, 0.6, 1.0)});
    mesh.triangles.insert(mesh.triangles.begin(), {1, 2, 0});
    mesh.triangles.push_back({2, 1, 0});
    mesh.triangles.push_back({5, 4, 3});
    const SelfIntersections found = find_self_intersections(mesh, 10);
    CHECK(found.faces == std::vector<int>{0, 1, 2, 3, 4});
    CHECK(found.pairs == std::vector<Pair>{{0, 2}, {1, 2}, {2, 3}, {0, 4}});
    mesh.vertices[4] = mesh.vertices[5] = Vec3(0.5, 0.6, -3.0);
    mesh.vertices[4].x() = 0.8;
    CHECK(find_self_intersections(mesh, 10).faces.empty());
}

}  // namespace touchstone
