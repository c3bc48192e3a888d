#pragma once

#include <algorithm>
#include <numbers>

#include "methods/base/angle.h"
#include "methods/base/types.h"

namespace touchstone {

/// Returns the angle between two vectors of any length > 0, accurate for small and flat angles too
/// [degrees, 0 to 180].
inline double angle_between(const Vec3& a, const Vec3& b) {
    return radians_between(a, b) * 180.0 / std::numbers::pi;
}

/// Returns the distance of a point from the segment from `start` to `end`, which may coincide [m].
inline double distance_to_segment(const Vec3& point, const Vec3& start, const Vec3& end) {
    const Vec3 along = end - start;
    const double length_squared = along.squaredNorm();
    const double t = length_squared > 0.0 ? along.dot(point - start) / length_squared : 0.0;
    return (point - start - std::clamp(t, 0.0, 1.0) * along).norm();
}

}  // namespace touchstone
