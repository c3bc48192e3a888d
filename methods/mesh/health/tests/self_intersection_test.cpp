#include "methods/mesh/health/crossings/self_intersection.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/mesh/health/crossings/triangle_meeting.h"
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

TEST_CASE("a ray along x leaves, enters or misses a triangle, or meets its edge", "[mesh]") {
    const Vec3 a(1, 0, 0);
    const Vec3 b(1, 4, 0);
    const Vec3 c(1, 0, 4);
    CHECK(crossing_along_x(a, b, c, {0, 1, 1}) == 1);
    CHECK(crossing_along_x(a, c, b, {0, 1, 1}) == -1);
    CHECK(crossing_along_x(a, b, c, {2, 1, 1}) == 0);
    CHECK(crossing_along_x(a, b, c, {0, 3, 3}) == 0);
    CHECK(crossing_along_x(a, b, c, {1, 1, 1}) == std::nullopt);
    CHECK(crossing_along_x(a, b, c, {0, 2, 2}) == std::nullopt);  // an edge
    CHECK(crossing_along_x(a, b, c, {0, 0, 0}) == std::nullopt);  // a vertex
    CHECK(crossing_along_x(a, b, c, {0, 0, 6}) == 0);   // in line with an edge, beyond its end
    CHECK(crossing_along_x(a, b, c, {0, -2, 0}) == 0);  // and before its beginning
    // Triangles parallel to x: the ray lies in their plane, or misses it.
    const Vec3 d(3, 0, 0);
    CHECK(crossing_along_x(a, d, c, {0, 0, 1}) == std::nullopt);
    CHECK(crossing_along_x(a, d, c, {0, 1, 1}) == 0);
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

TEST_CASE("find_self_intersections sorts faces on one edge instead of comparing all with all",
          "[mesh]") {
    constexpr int kFaces = 5000;
    SurfaceMesh fan{{{0, 0, 0}, {1, 0, 0}}, {}};
    for (int i = 0; i < kFaces; ++i) {
        fan.vertices.emplace_back(0.5, std::cos(i), std::sin(i));  // no two at one angle
        fan.triangles.push_back({0, 1, i + 2});
    }
    CHECK(find_self_intersections(fan, 5).faces.empty());
    CHECK(find_self_intersections(fan, 5).compared < 10 * kFaces);
    // Twice as far out at the same angle, and on the other side.
    fan.vertices.emplace_back(0.25, 2.0 * std::cos(17), 2.0 * std::sin(17));
    fan.triangles.push_back({1, kFaces + 2, 0});
    fan.vertices.emplace_back(0.25, -2.0 * std::cos(99), -2.0 * std::sin(99));
    fan.triangles.push_back({0, kFaces + 3, 1});
    const SelfIntersections found = find_self_intersections(fan, 5);
    CHECK(found.faces == std::vector<int>{17, kFaces});
    CHECK(found.pairs == std::vector<Pair>{{17, kFaces}});
}

TEST_CASE("find_self_intersections compares few pairs in a sound cone of many sides", "[mesh]") {
    constexpr int kSides = 2048;
    SurfaceMesh cone;
    for (int i = 0; i < kSides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / kSides;
        cone.vertices.emplace_back(1.0, std::cos(angle), std::sin(angle));
    }
    cone.vertices.emplace_back(0.0, 0.0, 0.0);
    cone.vertices.emplace_back(1.0, 0.0, 0.0);
    for (int i = 0; i < kSides; ++i) {
        cone.triangles.push_back({kSides, (i + 1) % kSides, i});
        cone.triangles.push_back({kSides + 1, i, (i + 1) % kSides});
    }
    SelfIntersections found = find_self_intersections(cone, 5);
    CHECK(found.faces.empty());
    CHECK(found.compared < 20 * 2 * kSides);  // all with all would be 1000 times as many
    SECTION("a thorn through the base and a side") {
        cone.vertices.emplace_back(1.5, 0.3, 0.2);
        cone.vertices.emplace_back(1.5, 0.3, 0.201);
        cone.vertices.emplace_back(0.1, 0.3, 0.2005);
        const int first = kSides + 2;
        cone.triangles.push_back({first, first + 1, first + 2});
        found = find_self_intersections(cone, 5);
        REQUIRE(found.faces.size() >= 3);
        CHECK(found.faces.back() == 2 * kSides);
        CHECK(std::ranges::any_of(found.faces, [](int f) { return f % 2 == 0 && f < 2 * kSides; }));
        CHECK(std::ranges::any_of(found.faces, [](int f) { return f % 2 == 1; }));
    }
}

TEST_CASE("find_self_intersections tells layers of slanted faces apart", "[mesh]") {
    SurfaceMesh layers;
    constexpr int kLayers = 2000;
    for (int i = 0; i < kLayers; ++i) {
        const double height = 1e-6 * i;
        layers.vertices.emplace_back(0.0, 0.0, height);
        layers.vertices.emplace_back(1.0, 0.0, height + 1.0);
        layers.vertices.emplace_back(0.0, 1.0, height + 0.5);
        layers.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    CHECK(find_self_intersections(layers, 5).compared < kLayers);
    CHECK(find_self_intersections(layers, 5).faces.empty());
    std::swap(layers.vertices[3 * 10 + 2].z(), layers.vertices[3 * 12 + 2].z());
    CHECK(find_self_intersections(layers, 5).faces == std::vector<int>{10, 11, 12});
}

TEST_CASE("find_self_intersections marks what all pairs show, in crowds of every kind", "[mesh]") {
    // Corners out of few, so that edges and vertices are crowded, and of small whole numbers, so
    // that many faces touch or lie in one plane.
    const unsigned seed = GENERATE(1U, 2U, 3U);
    std::mt19937 random(seed);
    SurfaceMesh mesh;
    for (int v = 0; v < 40; ++v) {
        const auto coordinate = [&] { return static_cast<double>(random() % 7); };
        mesh.vertices.emplace_back(coordinate(), coordinate() + 1e-3 * v, coordinate());
    }
    while (std::ssize(mesh.triangles) < 200) {
        const int third = static_cast<int>(random() % 40);
        const int first = random() % 2 == 0 ? 0 : static_cast<int>(random() % 40);
        const int second = random() % 2 == 0 ? 1 : static_cast<int>(random() % 40);
        const Vec3& a = mesh.vertices[first];
        const Vec3 normal = (mesh.vertices[second] - a).cross(mesh.vertices[third] - a);
        if (normal.norm() > 1e-6) {
            mesh.triangles.push_back({first, second, third});
        }
    }
    // Two faces apart from all others, as nearly everything meets in there.
    mesh.vertices.insert(mesh.vertices.end(), {{9, 0, 0}, {9, 1, 0}, {9, 0, 1}, {9.5, 0, 1}});
    mesh.triangles.push_back({40, 41, 42});
    mesh.triangles.push_back({40, 41, 43});
    std::vector<bool> meets(mesh.triangles.size(), false);
    for (int a = 0; a < std::ssize(mesh.triangles); ++a) {
        for (int b = a + 1; b < std::ssize(mesh.triangles); ++b) {
            if (triangles_meet(mesh, mesh.triangles[a], mesh.triangles[b])) {
                meets[a] = meets[b] = true;
            }
        }
    }
    std::vector<int> expected;
    for (int f = 0; f < std::ssize(meets); ++f) {
        if (meets[f]) {
            expected.push_back(f);
        }
    }
    CHECK(find_self_intersections(mesh, 1).faces == expected);
    CHECK_FALSE(meets.back());
}

TEST_CASE("find_self_intersections ends early and says so when too many pairs are near", "[mesh]") {
    SurfaceMesh crossing;
    constexpr int kFaces = 600;
    for (int i = 0; i < kFaces; ++i) {
        const double angle = 0.01 * i;
        crossing.vertices.emplace_back(std::cos(angle), std::sin(angle), 0.01 * i);
        crossing.vertices.emplace_back(-std::cos(angle), -std::sin(angle), 1.0);
        crossing.vertices.emplace_back(std::sin(angle), -std::cos(angle), -1.0);
        crossing.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const SelfIntersections all = find_self_intersections(crossing, 1);
    CHECK(all.is_complete);
    CHECK(all.compared > kFaces * 100);
    const SelfIntersections some = find_self_intersections(crossing, 1, {}, 1000);
    CHECK_FALSE(some.is_complete);
    CHECK(some.compared > 1000);
    CHECK(some.compared < all.compared);
    CHECK(find_self_intersections(crossing, 1, {}, 1000).faces == some.faces);
}

}  // namespace touchstone
