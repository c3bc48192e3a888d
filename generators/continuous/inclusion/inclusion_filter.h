#pragma once

#include "generators/continuous/impact_method.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// What a computed value of F on one axis may differ from the true one, for each filter, and the
// evaluation that each filter belongs to. With X the largest coordinate in size on the axis and
// u = kRoundoff, and evaluated as printed, points first and differences last:
//   a point at time t, p0 + t (p1 − p0), carries 2 + 2 + 1 = 5uX;
//   EdgeEdge: a point of an edge carries 10uX, two of them and their difference 22uX;
//   VertexFace: corners reach u + v = 2; carried 15, differences 4, products 4, sums 4 + 3, the
//   vertex 5, the last difference 4: 39uX.

/// The half-width of the interval of rounding errors on an axis, with the separation.
double filter_half_width(const ImpactQuery& query, const MotionPolynomial& motion, int axis,
                         const ImpactSettings& settings);

/// Whether the filter bounds F as printed (true), or differences first (false).
bool evaluates_as_printed(InclusionFilter filter);

}  // namespace touchstone
