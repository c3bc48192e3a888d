#pragma once

#include <cmath>

#include "methods/base/types.h"

namespace touchstone {

/// Returns the angle between two vectors of any length > 0, accurate for small and flat angles too
/// [radians, 0 to π].
inline double radians_between(const Vec3& a, const Vec3& b) {
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace touchstone
