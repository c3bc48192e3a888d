#pragma once

// Plain numbers alone: kernels include this header, see methods/lanes/lanes.h.

namespace touchstone {

/// Half the distance from 1 to the next double: the relative error of one rounding.
inline constexpr double kRoundoff = 0x1p-53;

/// Bound on the underflow in a value of degree 1 in coordinates of at most 2^64 in size; negligible
/// beside the roundings of coordinates above 2^-64.
inline constexpr double kUnderflow = 0x1p-1040;
/// The same bound for a value of degree 3.
inline constexpr double kCubicUnderflow = 0x1p-900;
/// The same bound for a value of degree 4.
inline constexpr double kQuarticUnderflow = 0x1p-830;

/// The component along one axis of F, the vector between the points of two moving elements, see
/// motion_polynomial.h: F = A + B t + u (C + D t) + v (E + G t) = P(t) + u Q(t) + v R(t).
struct MotionAxis {
    double a, b;  ///< P(t) = a + b t
    double c, d;  ///< Q(t) = c + d t
    double e, g;  ///< R(t) = e + g t
    /// L: extent of the four points at t = 0 or at t = 1, whichever is larger. With u = kRoundoff,
    /// a, c and e are differences of coordinates and carry an error of uL; b, d and g, at most 2L
    /// in size, 4uL; P, Q and R 8uL; the products with u and v 9uL; F 29uL.
    double extent;
};

}  // namespace touchstone
