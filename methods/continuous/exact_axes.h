#pragma once

#include "methods/continuous/exact_impact.h"
#include "methods/continuous/exact_motion.h"

namespace touchstone {

// Separating axes for a triangle or parallelogram against the cube of all w with |w|∞ ≤ separation.
// The two meet unless an axis separates them: one of the cube's three normals, the normal of the
// flat piece, or the product of an edge of the cube and an edge of the piece. Private to the
// sources that decide queries exactly.

/// Returns the first touch over [0, 1].
ExactImpact first_by_axes(const ExactMotion& motion);

/// Tells whether the two meet at t = 0.
bool touches_by_axes_at_start(const ExactMotion& motion);

}  // namespace touchstone
