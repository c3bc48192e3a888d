#pragma once

#include <gmpxx.h>

#include <array>
#include <span>
#include <vector>

#include "methods/continuous/affine_motion.h"

namespace touchstone::testing {

using ExactVec3 = std::array<mpq_class, 3>;

/// Every difference of a point of B and one of A in world frame, from the numbers as given: no
/// rounding.
std::vector<ExactVec3> exact_differences(std::span<const Vec3> a,
                                         const AffinePlacement& placement_a,
                                         std::span<const Vec3> b,
                                         const AffinePlacement& placement_b);

/// The smallest coordinate along `normal`, which need not be of unit length.
mpq_class exact_support(std::span<const ExactVec3> differences, const Vec3& normal);

/// The squared distance of the two hulls, by looking at every point, edge and triangle of
/// differences; 0 when none is nearest, since then the origin is inside.
mpq_class exact_distance_squared(std::span<const ExactVec3> differences);

}  // namespace touchstone::testing
