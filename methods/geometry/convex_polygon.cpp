#include "methods/geometry/convex_polygon.h"

#include <algorithm>

namespace touchstone {
namespace {

constexpr double kSameShare = 1e-9;  // share of the polygons' size, far above rounding [-]

/// Returns the largest distance of a corner from the first one [m].
double extent(std::span<const Vec3> polygon) {
    double largest = 0.0;
    for (const Vec3& corner : polygon) {
        largest = std::max(largest, (corner - polygon[0]).norm());
    }
    return largest;
}

/// Returns the part of the polygon with `inward`·(p - `start`) ≥ 0, after Sutherland and Hodgman
/// [1974]. A corner within the tolerance of the line counts as on it, so that edges along the line
/// are not cut again.
std::vector<Vec3> clip_half_plane(const std::vector<Vec3>& polygon, const Vec3& start,
                                  const Vec3& inward, double tolerance) {
    std::vector<Vec3> result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3& q = polygon[(i + 1) % polygon.size()];
        const double at_p = inward.dot(p - start);
        const double at_q = inward.dot(q - start);
        if (at_p >= -tolerance) {
            result.push_back(p);
        }
        if ((at_p > tolerance && at_q < -tolerance) || (at_p < -tolerance && at_q > tolerance)) {
            result.push_back(p + at_p / (at_p - at_q) * (q - p));
        }
    }
    return result;
}

/// Removes corners that coincide with the one before or lie on the line to the one after.
std::vector<Vec3> without_flat_corners(std::vector<Vec3> polygon, const Vec3& normal,
                                       double tolerance) {
    for (std::size_t i = 0; polygon.size() >= 3 && i < polygon.size();) {
        const Vec3& before = polygon[(i + polygon.size() - 1) % polygon.size()];
        const Vec3& after = polygon[(i + 1) % polygon.size()];
        const Vec3 across = normal.cross(after - before).stableNormalized();
        const bool repeated = (polygon[i] - before).norm() <= tolerance;
        if (repeated || across.dot(before - polygon[i]) <= tolerance) {
            polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(i));
            i = 0;  // a removal changes the neighbours of both sides
        } else {
            ++i;
        }
    }
    return polygon.size() < 3 ? std::vector<Vec3>{} : polygon;
}

}  // namespace

std::vector<Vec3> clip_convex(std::span<const Vec3> polygon, std::span<const Vec3> window,
                              const Vec3& normal) {
    if (polygon.empty() || window.empty()) {
        return {};
    }
    const double tolerance = kSameShare * std::max(extent(polygon), extent(window));
    std::vector<Vec3> result(polygon.begin(), polygon.end());
    for (std::size_t i = 0; i < window.size(); ++i) {
        const Vec3 edge = window[(i + 1) % window.size()] - window[i];
        result =
            clip_half_plane(result, window[i], normal.cross(edge).stableNormalized(), tolerance);
    }
    return without_flat_corners(std::move(result), normal, tolerance);
}

double signed_area(std::span<const Vec3> polygon, const Vec3& normal) {
    double twice = 0.0;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        twice += (polygon[i - 1] - polygon[0]).cross(polygon[i] - polygon[0]).dot(normal);
    }
    return 0.5 * twice;
}

}  // namespace touchstone
