#pragma once

#include <array>
#include <optional>

#include "methods/continuous/impact_query.h"

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

/// Half the distance from 1 to the next double: the relative error of one rounding.
inline constexpr double kRoundoff = 0x1p-53;

/// Bound on the underflow in a value of degree 1 in coordinates of at most 2^64 in size; negligible
/// beside the roundings of coordinates above 2^-64.
inline constexpr double kUnderflow = 0x1p-1040;
/// The same bound for a value of degree 3.
inline constexpr double kCubicUnderflow = 0x1p-900;
/// The same bound for a value of degree 4.
inline constexpr double kQuarticUnderflow = 0x1p-830;

/// The component of F along one axis.
struct MotionAxis {
    double a, b;  ///< P(t) = a + b t
    double c, d;  ///< Q(t) = c + d t
    double e, g;  ///< R(t) = e + g t
    /// L: extent of the four points at t = 0 or at t = 1, whichever is larger. With u = kRoundoff,
    /// a, c and e are differences of coordinates and carry an error of uL; b, d and g, at most 2L
    /// in size, 4uL; P, Q and R 8uL; the products with u and v 9uL; F 29uL.
    double extent;
};

/// F, and its coefficient vectors at both ends of the motion: differences of coordinates, rounded
/// once. Fields are left uninitialised, since every query fills one by make_motion_polynomial.
struct MotionPolynomial {
    ImpactKind kind;
    std::array<MotionAxis, 3> axes;
    std::array<Vec3, 2> p, q, r;  ///< P, Q and R at t = 0 and t = 1
};

/// Sets up the polynomial of a query.
MotionPolynomial make_motion_polynomial(const ImpactQuery& query);

/// Returns the half-width of the interval around 0 in which a computed value on this axis may stand
/// for a true value of at most `separation` in size: (32uL + separation)(1 + 4u). It grows with the
/// differences of the coordinates, not with their distance from the origin, and scales with them.
double rounding_half_width(const MotionAxis& axis, double separation);

/// Returns upper bounds on 3 |∂F/∂t|, 3 |∂F/∂u| and 3 |∂F/∂v| in the maximum norm for t, u and v in
/// [0, 1]. Wang et al. [2021], Eq. (7).
Vec3 motion_rates(const MotionPolynomial& motion);

/// Bounding boxes of the paths of the two elements, without rounding.
struct SweptBoxes {
    std::array<std::array<double, 3>, 2> low, high;  ///< corners, for the first and
                                                     ///< the second element [m]
};

/// Makes the boxes around the paths of the two elements of a query.
SweptBoxes make_swept_boxes(const ImpactQuery& query);

/// Returns true when the boxes are farther apart than `separation` on some axis, by exact
/// comparisons. A difference that overflows is large enough.
bool are_apart(const SweptBoxes& boxes, double separation);

/// Returns the exponent of the power of two that brings coordinates of a size outside [2^-64, 2^64]
/// to about 1; nothing for all others, and when every coordinate is 0.
std::optional<int> range_exponent(const SweptBoxes& boxes);

/// Multiplies all coordinates by 2^exponent. Exact unless a coordinate becomes smaller than
/// 2^-1022.
ImpactQuery scaled_by_power(const ImpactQuery& query, int exponent);

}  // namespace touchstone
