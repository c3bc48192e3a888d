#pragma once

#include <array>

#include "methods/continuous/impact_query.h"
#include "methods/continuous/motion_axis.h"
#include "methods/continuous/motion_ends.h"

namespace touchstone {

// The vector between the points of two elements in straight motion, and bounds on its rounding
// errors.
//
// F(t, u, v) is the vector from a point of one element to a point of the other; a touch is a root
// of it over the element's domain.
//   VertexFace: F = p − (f0 + u (f1 − f0) + v (f2 − f0)),       u, v ≥ 0, u + v ≤ 1
//   EdgeEdge:   F = (a0 + u (a1 − a0)) − (b0 + v (b1 − b0)),    u, v in [0, 1]
// In both cases, on each axis,
//   F = A + B t + u (C + D t) + v (E + G t) = P(t) + u Q(t) + v R(t),
// without products uv and tuv: at a fixed t, F over a box in (u, v) is a parallelogram, and its
// range on an axis is that of its four corners.

/// F along all three axes.
struct MotionPolynomial {
    ImpactKind kind;
    std::array<MotionAxis, 3> axes;
};

/// Sets up the polynomial of a query, or of what it is at both ends.
MotionPolynomial make_motion_polynomial(const ImpactQuery& query);
MotionPolynomial make_motion_polynomial(const EndVectors& ends);

/// Returns the half-width of the interval around 0 in which a computed value on this axis may stand
/// for a true value of at most `separation` in size: (32uL + separation)(1 + 4u). It grows with the
/// differences of the coordinates, not with their distance from the origin, and scales with them.
double rounding_half_width(const MotionAxis& axis, double separation);

/// Returns upper bounds on 3 |∂F/∂t|, 3 |∂F/∂u| and 3 |∂F/∂v| in the maximum norm for t, u and v in
/// [0, 1]. Wang et al. [2021], Eq. (7).
Vec3 motion_rates(const MotionPolynomial& motion);

}  // namespace touchstone
