#include "testcases/query/surface_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/elastic/box_tets.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/truth/planar_facets.h"
#include "methods/testing/catch.h"
#include "testcases/query/vertex_depth.h"
#include "testcases/trials/trial_bodies.h"

using namespace touchstone;

namespace {

/// The depth of a point by all triangles: 0 outside.
double depth_by_all(const SurfaceMesh& mesh, const Vec3& point) {
    double nearest = std::numeric_limits<double>::infinity();
    double angle = 0.0;
    for (const auto& [i, j, k] : mesh.triangles) {
        nearest = std::min(nearest, distance_to_triangle(point, mesh.vertices[i], mesh.vertices[j],
                                                         mesh.vertices[k]));
        const Vec3 a = (mesh.vertices[i] - point).normalized();
        const Vec3 b = (mesh.vertices[j] - point).normalized();
        const Vec3 c = (mesh.vertices[k] - point).normalized();
        angle += 2.0 * std::atan2(a.dot(b.cross(c)), 1.0 + a.dot(b) + b.dot(c) + c.dot(a));
    }
    return angle > 2.0 * std::acos(-1.0) ? nearest : 0.0;
}

std::vector<Vec3> random_points(int count, double reach) {
    std::mt19937_64 random(7);
    const auto uniform = [&] { return reach * (2.0 * random_share(random) - 1.0); };
    std::vector<Vec3> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        points.emplace_back(uniform(), uniform(), uniform());
    }
    return points;
}

}  // namespace

TEST_CASE("the depth of points is that which all triangles say", "[silent]") {
    const SurfaceMesh mesh = GENERATE(make_box({1.0, 0.4, 0.7}), make_ell({1.0, 1.0, 0.5}),
                                      make_sphere(0.6, 3), make_cylinder(0.5, 0.8, 17));
    SurfaceDepth surface(mesh.vertices, mesh.triangles);
    int inside = 0;
    for (const Vec3& point : random_points(500, 0.7)) {
        const double depth = depth_by_all(mesh, point);
        CAPTURE(point.transpose());
        CHECK(surface.deepest(std::vector{point}) == depth);
        CHECK(surface.has_deeper(point, 0.05) == (depth > 0.05));
        inside += depth > 0.0 ? 1 : 0;
    }
    CHECK(inside > 50);
    CHECK(inside < 450);
}

TEST_CASE("points in line with edges and vertices, and on the surface, have their depth",
          "[silent]") {
    const SurfaceMesh mesh = make_box({2.0, 2.0, 2.0});
    SurfaceDepth surface(mesh.vertices, mesh.triangles);
    const auto depth = [&](double x, double y, double z) {
        return surface.deepest(std::vector{Vec3(x, y, z)});
    };
    // Rays along x meet diagonals, edges and corners of the sides.
    CHECK(depth(0.0, 0.0, 0.0) == 1.0);
    CHECK(depth(-0.25, 0.5, 0.5) == 0.5);
    CHECK(depth(-0.25, 0.5, -0.5) == 0.5);
    CHECK(depth(-3.0, 0.5, 0.5) == 0.0);
    CHECK(depth(-3.0, 1.0, 1.0) == 0.0);
    CHECK(depth(0.0, 1.0, 0.0) == 0.0);
    CHECK(depth(1.0, 0.3, 0.2) == 0.0);
    CHECK(deepest_vertex(mesh.vertices, mesh.triangles, std::vector{Vec3(0.9, 0.0, 0.0)}, {}) ==
          Approx(0.1));
    CHECK(deepest_vertex(mesh.vertices, mesh.triangles, std::vector{Vec3(1.1, 0.0, 0.0)}, {}) ==
          0.0);
}

TEST_CASE("what a point asks of a finer surface hardly grows", "[silent]") {
    const std::vector<Vec3> points = random_points(1000, 1.0);
    std::vector<double> looked_at;
    for (const int subdivisions : {2, 3, 4, 5}) {
        const SurfaceMesh ball = make_sphere(0.9, subdivisions);
        SurfaceDepth surface(ball.vertices, ball.triangles);
        for (const Vec3& point : points) {
            surface.has_deeper(point, 1e-4);
        }
        looked_at.push_back(static_cast<double>(surface.looked_at()) / 1000.0);
        // All points ask for their distance as well, which the deepest one would spare most.
        for (const Vec3& point : points) {
            surface.deepest(std::vector{point});
        }
        CAPTURE(subdivisions, surface.looked_at());
        CHECK(static_cast<double>(surface.looked_at()) / 1000.0 < 100.0);
    }
    // From 320 triangles to 20,480.
    CHECK(looked_at.back() < 2.0 * looked_at.front());
}

TEST_CASE("points in line with the vertices of a finer mesh ask hardly more of it", "[silent]") {
    std::vector<double> looked_at;
    for (const int cells : {4, 8, 16, 32}) {
        const SurfaceMesh box =
            outer_surface(make_box_tets({2.0, 2.0, 2.0}, {cells, cells, cells})).surface;
        SurfaceDepth surface(box.vertices, box.triangles);
        int points = 0;
        for (int i = 1; i < cells; ++i) {
            for (int j = 1; j < cells; ++j) {
                const Vec3 point(0.3, 2.0 * i / cells - 1.0, 2.0 * j / cells - 1.0);
                const double depth =
                    std::min(0.7, 1.0 - std::max(std::abs(point.y()), std::abs(point.z())));
                CAPTURE(cells, point.transpose());
                CHECK(surface.has_deeper(point, 0.9 * depth));
                CHECK(surface.deepest(std::vector{point}) == Approx(depth));
                ++points;
            }
        }
        CAPTURE(cells);
        looked_at.push_back(static_cast<double>(surface.looked_at()) / points);
        CHECK(looked_at.back() < 150.0);
    }
    // From 192 triangles to 12,288.
    CHECK(looked_at.back() < 2.0 * looked_at.front());
}
