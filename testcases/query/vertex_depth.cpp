#include "testcases/query/vertex_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "methods/base/boxes/bounding_box.h"
#include "methods/quality/truth/planar_facets.h"

namespace touchstone {
namespace {

/// Returns the solid angle that the surface has as seen from the point: 4π inside, 0 outside. Van
/// Oosterom and Strackee [1983], Eq. (8).
double solid_angle(const Vec3& point, std::span<const Vec3> vertices,
                   std::span<const Triangle> triangles) {
    double sum = 0.0;
    for (const auto& [i, j, k] : triangles) {
        const Vec3 a = vertices[i] - point;
        const Vec3 b = vertices[j] - point;
        const Vec3 c = vertices[k] - point;
        const double la = a.norm();
        const double lb = b.norm();
        const double lc = c.norm();
        const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        sum += 2.0 * std::atan2(a.dot(b.cross(c)), below);
    }
    return sum;
}

}  // namespace

double deepest_vertex(std::span<const Vec3> vertices_a, std::span<const Triangle> triangles_a,
                      std::span<const Vec3> vertices_b, std::span<const Triangle> triangles_b) {
    return std::max(deepest_point(vertices_a, vertices_b, triangles_b),
                    deepest_point(vertices_b, vertices_a, triangles_a));
}

double deepest_point(std::span<const Vec3> points, std::span<const Vec3> vertices,
                     std::span<const Triangle> triangles) {
    const BoundingBox bounds = bounds_of(vertices);
    double deepest = 0.0;
    for (const Vec3& point : points) {
        if (!overlap({point, point}, bounds)) {
            continue;
        }
        double depth = std::numeric_limits<double>::infinity();
        for (const auto& [i, j, k] : triangles) {
            depth =
                std::min(depth, distance_to_triangle(point, vertices[i], vertices[j], vertices[k]));
        }
        if (depth > deepest && solid_angle(point, vertices, triangles) > 2.0 * std::numbers::pi) {
            deepest = depth;
        }
    }
    return deepest;
}

}  // namespace touchstone
