#include "generators/external/foreign_normal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/mesh/describe.h"

namespace touchstone {

std::string foreign_normal_fault(const Vec3& normal) {
    constexpr double kUnitTolerance = 1e-6;
    // Its square may overflow, and the length, too.
    const double length = std::min(normal.stableNorm(), std::numeric_limits<double>::max());
    if (std::abs(length - 1.0) <= kUnitTolerance) {
        return {};
    }
    return "its normal has length " + describe(length);
}

}  // namespace touchstone
