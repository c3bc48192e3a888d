#include "methods/mesh/filling/cavities.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "methods/base/boxes/ray_triangle.h"
#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/shells.h"

namespace touchstone {

namespace {

double twice_area(const SurfaceMesh& surface, int t) {
    const auto [i, j, k] = surface.triangles[t];
    return (surface.vertices[j] - surface.vertices[i])
        .cross(surface.vertices[k] - surface.vertices[i])
        .norm();
}

/// Returns a point in the cavity: halfway from the middle of the shell's largest triangle to what
/// lies opposite, outside the solid.
Vec3 point_in_cavity(const SurfaceMesh& surface, const Shell& shell) {
    const int largest =
        *std::ranges::max_element(shell.faces, {}, [&](int t) { return twice_area(surface, t); });
    const auto corner = [&](int t, int i) { return surface.vertices[surface.triangles[t][i]]; };
    const Vec3 a = corner(largest, 0);
    const Vec3 middle = (a + corner(largest, 1) + corner(largest, 2)) / 3.0;
    const Vec3 normal = (corner(largest, 1) - a).cross(corner(largest, 2) - a).stableNormalized();
    double nearest = std::numeric_limits<double>::infinity();
    for (int t = 0; t < std::ssize(surface.triangles); ++t) {
        const std::optional<double> along =
            line_meets_triangle(middle, normal, corner(t, 0), corner(t, 1), corner(t, 2));
        if (t != largest && along && *along > 0.0) {
            nearest = std::min(nearest, *along);
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
