#pragma once

#include <gmpxx.h>

#include <array>
#include <span>
#include <vector>

#include "methods/continuous/affine_motion.h"

namespace touchstone::testing {

using ExactVec3 = std::array<mpq_class, 3>;

/// Returns every difference of a point of B and one of A in world frame, from the given numbers
/// without rounding.
std::vector<ExactVec3> exact_differences(std::span<const Vec3> a,
                                         const AffinePlacement& placement_a,
                                         std::span<const Vec3> b,
                                         const AffinePlacement& placement_b);

/// Returns the smallest coordinate along `normal`, which need not be unit.
mpq_class exact_support(std::span<const ExactVec3> differences, const Vec3& normal);

/// Returns the squared distance of the two hulls, by examining every point, edge and triangle of
/// differences; 0 when none is nearest, since then the origin is inside.
mpq_class exact_distance_squared(std::span<const ExactVec3> differences);

}  // namespace touchstone::testing
