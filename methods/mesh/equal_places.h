#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Finds for each vertex the first one with exactly the same coordinates: itself when there is none
/// before. 0 and -0 are equal; NaN is equal to nothing. Runs on all cores; the result does not
/// depend on them. No choice of coordinates makes it slow.
std::vector<int> find_first_equal(std::span<const Vec3> vertices);

}  // namespace touchstone
