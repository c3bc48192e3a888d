#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Multiplies all vertices by one power of two, so that the largest coordinate is about 2^300 and
/// exact predicates neither overflow nor, for details above 2^-600 of the mesh, underflow.
std::vector<Vec3> scaled_vertices(std::span<const Vec3> vertices);

}  // namespace touchstone
