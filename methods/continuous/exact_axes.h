#pragma once

#include "methods/continuous/exact_impact.h"
#include "methods/continuous/exact_motion.h"

namespace touchstone {

// A triangle or parallelogram against the cube of all w with |w|∞ ≤ separation: they meet unless
// some axis separates them, one of the cube's three normals, the flat piece's normal, or the
// product of a cube's edge and one of the piece's. For the sources that decide queries exactly.

/// Over [0, 1].
ExactImpact first_by_axes(const ExactMotion& motion);

bool touches_by_axes_at_start(const ExactMotion& motion);

}  // namespace touchstone
