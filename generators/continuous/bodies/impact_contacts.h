#pragma once

#include <vector>

#include "generators/continuous/bodies/swept_body.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// Returns the contacts of two bodies at the time of their first impact: corners within `reach` [m]
/// of a face whose other side the corner's solid leaves free, and convex edges within it that
/// cross, with the normal that separates the solids beside both. Normals are those at that time.
/// Positions and separations are at t = 0, where the two points that will meet still are: the
/// values needed by a solver that stops the bodies on their way. In the bodies' frame, in order,
/// without repeats, from A to B.
std::vector<ContactPoint> find_impact_contacts(const SweptBody& a, const SweptBody& b, double time,
                                               double reach);

}  // namespace touchstone
