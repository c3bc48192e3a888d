#pragma once

#include <array>
#include <optional>

#include "methods/continuous/impact_query.h"

namespace touchstone {

// The vector between the points of two elements in straight motion, and what rounding does to it.
//
// F(t, u, v) is the vector from a point of one element to a point of the other; a touch is a root
// of it over the element's domain.
//   VertexFace: F = p − (f0 + u (f1 − f0) + v (f2 − f0)),       u, v ≥ 0, u + v ≤ 1
//   EdgeEdge:   F = (a0 + u (a1 − a0)) − (b0 + v (b1 − b0)),    u, v in [0, 1]
// In both cases, on each axis,
//   F = A + B t + u (C + D t) + v (E + G t) = P(t) + u Q(t) + v R(t),
// without products uv and tuv: at a fixed t, F over a box in (u, v) is a parallelogram, and its
// range on an axis is that of its four corners.

/// Half of the distance from 1 to the next double: the relative error of one rounding.
inline constexpr double kRoundoff = 0x1p-53;

/// What underflow may add to a value of degree 1, 3 and 4 in coordinates of at most 2^64 in size;
/// of no effect beside the roundings of coordinates above 2^-64.
inline constexpr double kUnderflow = 0x1p-1040;
inline constexpr double kCubicUnderflow = 0x1p-900;
inline constexpr double kQuarticUnderflow = 0x1p-830;

/// F on one axis.
struct MotionAxis {
    double a, b;  ///< P(t) = a + b t
    double c, d;  ///< Q(t) = c + d t
    double e, g;  ///< R(t) = e + g t
    /// L, the extent of the four points at t = 0 or at t = 1, whichever is larger. With u =
    /// kRoundoff: a, c and e are differences of coordinates and carry an error of uL; b, d and g,
    /// at most 2L in size, 4uL; P, Q and R 8uL; the products with u and v 9uL; F 29uL.
    double extent;
};

/// F, and its vectors at both ends. Those are differences of coordinates, rounded once. Filled by
/// make_motion_polynomial; nothing is set before, since every query makes one.
struct MotionPolynomial {
    ImpactKind kind;
    std::array<MotionAxis, 3> axes;
    std::array<Vec3, 2> p, q, r;  ///< P, Q and R at t = 0 and t = 1
};

MotionPolynomial make_motion_polynomial(const ImpactQuery& query);

/// The half-width of the interval around 0 in which a computed value on this axis may stand for a
/// true value of at most `separation` in size: (32uL + separation)(1 + 4u). It grows with the
/// differences of the coordinates, not with their distance from the origin, and scales with them.
double rounding_half_width(const MotionAxis& axis, double separation);

/// Upper bounds of 3 |∂F/∂t|, 3 |∂F/∂u| and 3 |∂F/∂v| in the maximum norm over t, u and v in
/// [0, 1]. Wang et al. [2021], Eq. (7).
Vec3 motion_rates(const MotionPolynomial& motion);

/// The boxes around the paths of the two elements: without rounding.
struct SweptBoxes {
    std::array<std::array<double, 3>, 2> low, high;  ///< of the first element, and of the other
};

SweptBoxes make_swept_boxes(const ImpactQuery& query);

/// Whether the boxes are farther apart than `separation` on some axis, by exact comparisons. A
/// difference that overflows is large enough.
bool are_apart(const SweptBoxes& boxes, double separation);

/// The power of two that brings coordinates of a size outside [2^-64, 2^64] to about 1, as its
/// exponent; nothing for all others, and when every coordinate is 0.
std::optional<int> range_exponent(const SweptBoxes& boxes);

/// All coordinates times 2^exponent. Exact but where a coordinate becomes smaller than 2^-1022.
ImpactQuery scaled_by_power(const ImpactQuery& query, int exponent);

}  // namespace touchstone
