#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/base/types.h"

namespace touchstone {

/// Between two vectors of any length > 0, exact for small and flat angles too [degrees, 0 to 180].
inline double angle_between(const Vec3& a, const Vec3& b) {
    return std::atan2(a.cross(b).norm(), a.dot(b)) * 180.0 / std::numbers::pi;
}

/// To the nearest point from `start` to `end`, which may be the same point [m].
inline double distance_to_segment(const Vec3& point, const Vec3& start, const Vec3& end) {
    const Vec3 along = end - start;
    const double length_squared = along.squaredNorm();
    const double t = length_squared > 0.0 ? along.dot(point - start) / length_squared : 0.0;
    return (point - start - std::clamp(t, 0.0, 1.0) * along).norm();
}

}  // namespace touchstone
