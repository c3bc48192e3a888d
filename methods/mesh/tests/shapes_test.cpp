#include "methods/mesh/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "methods/base/error.h"
#include "methods/base/random_share.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

using Catch::Contains;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

bool contains(const std::vector<Vec3>& points, const Vec3& point) {
    return std::find(points.begin(), points.end(), point) != points.end();
}

/// 5 x 5 x 5 points at whole coordinates from 0 to 4, x first.
std::vector<Vec3> cube_grid() {
    std::vector<Vec3> points;
    points.reserve(125);
    for (int i = 0; i < 125; ++i) {
        const int y = i / 5 % 5;
        const int z = i / 25;
        points.emplace_back(i % 5, y, z);
    }
    return points;
}

/// Closed, outward, and with all vertices on the inner side of all faces.
void check_convex(const SurfaceMesh& mesh) {
    CHECK_NOTHROW(validate(mesh));
    double worst = 0.0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3& origin = mesh.vertices[i];
        const Vec3 normal =
            (mesh.vertices[j] - origin).cross(mesh.vertices[k] - origin).normalized();
        for (const Vec3& vertex : mesh.vertices) {
            worst = std::max(worst, normal.dot(vertex - origin));
        }
    }
    CHECK(worst < 1e-9);
}

}  // namespace

TEST_CASE("make_box has the study's vertices and faces", "[mesh]") {
    const SurfaceMesh box = make_box({1.0, 3.0, 5.0});
    CHECK(box.vertices == std::vector<Vec3>{{-0.5, -1.5, 2.5},
                                            {0.5, -1.5, 2.5},
                                            {0.5, 1.5, 2.5},
                                            {-0.5, 1.5, 2.5},
                                            {-0.5, -1.5, -2.5},
                                            {0.5, -1.5, -2.5},
                                            {0.5, 1.5, -2.5},
                                            {-0.5, 1.5, -2.5}});
    CHECK(box.triangles == std::vector<Triangle>{{0, 1, 2},
                                                 {0, 2, 3},
                                                 {4, 7, 6},
                                                 {4, 6, 5},
                                                 {4, 0, 3},
                                                 {4, 3, 7},
                                                 {1, 5, 6},
                                                 {1, 6, 2},
                                                 {7, 3, 2},
                                                 {7, 2, 6},
                                                 {5, 1, 0},
                                                 {5, 0, 4}});
    check_convex(box);
    CHECK(signed_volume(box) == 15.0);
}

TEST_CASE("make_frustum is the pillar's segment", "[mesh]") {
    const double h = 0.21;
    const SurfaceMesh mesh =
        make_frustum({.bottom_radius = 0.25, .top_radius = 0.2, .height = h, .sides = 6});
    REQUIRE(mesh.vertices.size() == 14);
    REQUIRE(mesh.triangles.size() == 24);
    check_convex(mesh);
    CHECK(mesh.vertices[0] == Vec3(0.25, -h / 2, 0));
    CHECK(mesh.vertices[1] == Vec3(0.2, h / 2, 0));
    CHECK(mesh.vertices[6] == Vec3(-0.25, -h / 2, 0));
    CHECK(mesh.vertices[12] == Vec3(0, h / 2, 0));
    CHECK(mesh.vertices[13] == Vec3(0, -h / 2, 0));
    for (int j = 0; j < 6; ++j) {
        const double t = 2.0 * std::numbers::pi * j / 6.0;
        const Vec3 expected(0.25 * std::cos(t), -h / 2, -0.25 * std::sin(t));
        CHECK((mesh.vertices[2 * j] - expected).norm() < 1e-15);
    }
    // Bottom fan, two side triangles, top fan: the last slice wraps around.
    CHECK(std::count(mesh.triangles.begin(), mesh.triangles.end(), Triangle{13, 0, 10}) == 1);
    CHECK(std::count(mesh.triangles.begin(), mesh.triangles.end(), Triangle{10, 0, 1}) == 1);
    CHECK(std::count(mesh.triangles.begin(), mesh.triangles.end(), Triangle{10, 1, 11}) == 1);
    CHECK(std::count(mesh.triangles.begin(), mesh.triangles.end(), Triangle{12, 11, 1}) == 1);
}

TEST_CASE("make_cylinder starts each ring on +x and mirrors to the last bit", "[mesh]") {
    const int sides = GENERATE(3, 4, 5, 8, 12, 17, 4096);
    const SurfaceMesh mesh = make_cylinder(0.5, 2.0, sides);
    REQUIRE(std::ssize(mesh.vertices) == 2 * sides);
    CHECK(mesh.vertices[0] == Vec3(0.5, -1.0, 0.0));
    CHECK(mesh.vertices[sides] == Vec3(0.5, 1.0, 0.0));
    const double area = sides / 2.0 * 0.25 * std::sin(2.0 * std::numbers::pi / sides);
    CHECK(signed_volume(mesh) == Approx(2.0 * area).epsilon(1e-12));
    for (int j = 1; j < sides; ++j) {
        const Vec3& mirrored = mesh.vertices[sides - j];
        if (mesh.vertices[j] != Vec3(mirrored.x(), mirrored.y(), -mirrored.z())) {
            FAIL("vertex " << j << " has no mirror image");
        }
    }
    if (sides <= 17) {
        check_convex(mesh);
    }
}

TEST_CASE("make_sphere has the axis points and all vertices on the sphere", "[mesh]") {
    const int subdivisions = GENERATE(0, 1, 2, 5);
    const SurfaceMesh mesh = make_sphere(0.5, subdivisions);
    const auto face_count = 20 << 2 * subdivisions;
    CHECK(std::ssize(mesh.triangles) == face_count);
    CHECK(std::ssize(mesh.vertices) == face_count / 2 + 2);
    double worst = 0.0;
    for (const Vec3& vertex : mesh.vertices) {
        worst = std::max(worst, std::abs(vertex.norm() - 0.5));
    }
    CHECK(worst < 1e-15);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 point = 0.5 * Vec3::Unit(axis);
        CHECK(contains(mesh.vertices, point) == (subdivisions > 0));
        CHECK(contains(mesh.vertices, -point) == (subdivisions > 0));
    }
    if (subdivisions < 5) {
        check_convex(mesh);
    }
}

TEST_CASE("make_sphere starts from (0, ±1, ±φ) and its turns", "[mesh]") {
    const SurfaceMesh mesh = make_sphere(1.0, 0);
    const Vec3 corner = Vec3(0.0, 1.0, std::numbers::phi).normalized();
    for (int axis = 0; axis < 3; ++axis) {
        for (const double y : {-1.0, 1.0}) {
            for (const double z : {-1.0, 1.0}) {
                Vec3 expected = Vec3::Zero();
                expected[(axis + 1) % 3] = y * corner.y();
                expected[(axis + 2) % 3] = z * corner.z();
                CHECK(contains(mesh.vertices, expected));
            }
        }
    }
}

TEST_CASE("makers name the parameter that is wrong", "[mesh]") {
    const double bad = GENERATE(0.0, -1.0, kNan, kInf);
    CHECK_THROWS_WITH(make_box({1.0, bad, 1.0}), Contains("size along y"));
    CHECK_THROWS_WITH(make_cylinder(bad, 1.0, 8), Contains("radius"));
    CHECK_THROWS_WITH(make_cylinder(1.0, bad, 8), Contains("height"));
    CHECK_THROWS_WITH(make_sphere(bad, 1), Contains("radius"));
    CHECK_THROWS_WITH(make_frustum({.bottom_radius = bad, .top_radius = 1.0, .height = 1.0}),
                      Contains("bottom radius"));
    CHECK_THROWS_WITH(make_frustum({.bottom_radius = 1.0, .top_radius = bad, .height = 1.0}),
                      Contains("top radius"));
    CHECK_THROWS_WITH(make_frustum({.bottom_radius = 1.0, .top_radius = 1.0, .height = bad}),
                      Contains("height"));
    CHECK_THROWS_AS(make_frustum({}), MeshError);
    const int bad_sides = GENERATE(-3, 2, 4097);
    CHECK_THROWS_WITH(make_cylinder(1.0, 1.0, bad_sides), Contains("3…4096"));
    CHECK_THROWS_WITH(make_sphere(1.0, GENERATE(-1, 6)), Contains("0…5"));
}

TEST_CASE("make_convex_hull keeps the corners in the order of the points", "[mesh]") {
    const std::vector<Vec3> corners = make_box({1.0, 2.0, 3.0}).vertices;
    std::vector<Vec3> points{{0, 0, 0}, {0.1, 0.2, 0.3}};  // inside
    for (const Vec3& corner : corners) {
        points.push_back(corner);
        points.push_back(0.5 * corner);
    }
    const SurfaceMesh hull = make_convex_hull(points);
    CHECK(hull.vertices == corners);
    CHECK(hull.triangles.size() == 12);
    check_convex(hull);
    CHECK(signed_volume(hull) == Approx(6.0).epsilon(1e-15));
}

TEST_CASE("make_convex_hull leaves out points in flat facets and on straight edges", "[mesh]") {
    const Pose pose = GENERATE(Pose{}, testing::awkward_pose());
    std::vector<Vec3> points = cube_grid();
    points.push_back(points[7]);  // and points that stand twice
    points.push_back(points[0]);
    const SurfaceMesh hull = make_convex_hull(testing::moved(pose, points));
    CHECK(hull.vertices.size() == 8);
    CHECK(hull.triangles.size() == 12);
    check_convex(hull);
    CHECK(signed_volume(hull) == Approx(64.0).epsilon(1e-13));
}

TEST_CASE("make_convex_hull gives the study's convex bodies back", "[mesh]") {
    const SurfaceMesh body =
        GENERATE(testing::make_spike(), testing::make_wedge(), testing::make_pedestal());
    const SurfaceMesh moved = testing::moved(testing::awkward_pose(), body);
    const SurfaceMesh hull = make_convex_hull(moved.vertices);
    CHECK(hull.vertices == moved.vertices);
    CHECK(hull.triangles.size() == body.triangles.size());
    CHECK(signed_volume(hull) == Approx(signed_volume(body)).epsilon(1e-14));
}

TEST_CASE("make_convex_hull works at any size and place", "[mesh]") {
    const double scale = GENERATE(1e-6, 1e-3, 1e3, 1e6);
    std::vector<Vec3> points = make_sphere(1.0, 2).vertices;
    for (Vec3& point : points) {
        point = scale * (point + Vec3(50.0, -50.0, 50.0));
    }
    const SurfaceMesh hull = make_convex_hull(points);
    CHECK(hull.vertices == points);
    CHECK(hull.triangles.size() == 320);
}

TEST_CASE("make_convex_hull keeps every vertex of a fine sphere and cylinder", "[mesh]") {
    const std::vector<Vec3> points =
        GENERATE(make_sphere(0.5, 4).vertices, make_cylinder(0.5, 1.0, 100).vertices);
    const SurfaceMesh hull = make_convex_hull(points);
    CHECK(hull.vertices.size() == points.size());
    CHECK(hull.triangles.size() == 2 * points.size() - 4);
}

TEST_CASE("make_convex_hull merges what is coplanar but for noise", "[mesh]") {
    std::mt19937_64 random(7);
    const auto noise = [&](double size) { return size * (2.0 * random_share(random) - 1.0); };
    const auto make_points = [&](double size, const Pose& pose, double grid) {
        std::vector<Vec3> points;  // a grid on all sides of a cube
        for (const Vec3& place : cube_grid()) {
            if (place.minCoeff() > 0 && place.maxCoeff() < 4) {
                continue;
            }
            Vec3 point = pose * (0.25 * place) + Vec3(noise(size), noise(size), noise(size));
            for (double& x : point) {
                x = grid > 0.0 ? std::nearbyint(x * grid) / grid : x;
            }
            points.push_back(point);
        }
        return points;
    };
    for (const double size : {0.0, 1e-16, 1e-14, 1e-12, 1e-10, 1e-9, 3e-9}) {
        for (const Pose& pose : {Pose{}, testing::awkward_pose()}) {
            INFO("noise " << size);
            const SurfaceMesh hull = make_convex_hull(make_points(size, pose, 0.0));
            CHECK(hull.vertices.size() == 8);
            CHECK(signed_volume(hull) == Approx(1.0));
        }
    }
    for (const double grid : {1e4, 1e6, 1e9}) {
        INFO("grid " << grid);
        const SurfaceMesh hull = make_convex_hull(make_points(0.0, testing::awkward_pose(), grid));
        CHECK(hull.vertices.size() == 8);
        CHECK(signed_volume(hull) == Approx(1.0).epsilon(1e-3));
    }
}

TEST_CASE("make_convex_hull refuses points that span no solid", "[mesh]") {
    const std::vector<Vec3> few{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK_THROWS_WITH(make_convex_hull(few), Contains("at least four"));
    CHECK_THROWS_WITH(make_convex_hull(std::vector<Vec3>{}), Contains("at least four"));
    std::vector<Vec3> points = make_box({1.0, 1.0, 1.0}).vertices;
    SECTION("not finite") {
        points[3].x() = GENERATE(-kInf, kInf, kNan);
        CHECK_THROWS_WITH(make_convex_hull(points), Contains("vertex 3"));
    }
    SECTION("all in one plane, exactly or up to rounding") {
        for (Vec3& point : points) {
            point.y() *= GENERATE(0.0, 1e-14);
        }
        CHECK_THROWS_WITH(make_convex_hull(points), Contains("one plane"));
        CHECK_THROWS_WITH(make_convex_hull(testing::moved(testing::awkward_pose(), points)),
                          Contains("one plane"));
    }
    SECTION("all on one line or at one place") {
        const double spread = GENERATE(0.0, 1.0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i] = Vec3(1, 2, 3) + spread * static_cast<double>(i) * Vec3(1, 1, 1);
        }
        CHECK_THROWS_WITH(make_convex_hull(points), Contains("one plane"));
    }
    SECTION("too far apart") {
        points[0] *= 1e200;
        CHECK_THROWS_AS(make_convex_hull(points), MeshError);
    }
}

}  // namespace touchstone
