#include "methods/mesh/filling/cavities.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/shells.h"

namespace touchstone {

namespace {

/// Where the ray from `start` along the unit `direction` passes the triangle: how far from its
/// start. Nothing: it does not. Möller and Trumbore [1997].
std::optional<double> distance_along(const Vec3& start, const Vec3& direction, const Vec3& a,
                                     const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 across = direction.cross(ac);
    const double determinant = ab.dot(across);
    if (determinant == 0.0) {
        return std::nullopt;
    }
    const Vec3 offset = start - a;
    const double u = offset.dot(across) / determinant;
    const double v = direction.dot(offset.cross(ab)) / determinant;
    const double t = ac.dot(offset.cross(ab)) / determinant;
    const bool hits = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0;
    return hits ? std::optional(t) : std::nullopt;
}

double twice_area(const SurfaceMesh& surface, int t) {
    const auto [i, j, k] = surface.triangles[t];
    return (surface.vertices[j] - surface.vertices[i])
        .cross(surface.vertices[k] - surface.vertices[i])
        .norm();
}

/// Halfway from the middle of the shell's largest triangle to what lies opposite, out of the solid.
Vec3 point_in_cavity(const SurfaceMesh& surface, const Shell& shell) {
    const int largest =
        *std::ranges::max_element(shell.faces, {}, [&](int t) { return twice_area(surface, t); });
    const auto corner = [&](int t, int i) { return surface.vertices[surface.triangles[t][i]]; };
    const Vec3 a = corner(largest, 0);
    const Vec3 middle = (a + corner(largest, 1) + corner(largest, 2)) / 3.0;
    const Vec3 normal = (corner(largest, 1) - a).cross(corner(largest, 2) - a).stableNormalized();
    double nearest = std::numeric_limits<double>::infinity();
    for (int t = 0; t < std::ssize(surface.triangles); ++t) {
        if (t != largest) {
            nearest = std::min(
                nearest, distance_along(middle, normal, corner(t, 0), corner(t, 1), corner(t, 2))
                             .value_or(nearest));
        }
    }
    return middle + 0.5 * nearest * normal;
}

}  // namespace

std::vector<Vec3> find_cavity_points(const SurfaceMesh& surface) {
    const std::vector<bool> all(surface.triangles.size(), true);
    std::vector<Vec3> points;
    for (const Shell& shell : find_shells(surface.vertices, surface.triangles,
                                          sorted_edge_sides(surface.triangles, all), all)) {
        if (!shell.closed || shell.volume_sign >= 0 || !shell.turned.empty()) {
            continue;
        }
        const Vec3 point = point_in_cavity(surface, shell);
        if (point.allFinite()) {
            points.push_back(point);
        }
    }
    return points;
}

}  // namespace touchstone
