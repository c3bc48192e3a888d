#pragma once

#include <array>
#include <cstdint>

#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// The times at which the four points of a query lie in one plane, and whether the elements touch
// then. Every touch is at a root of f(t) = det(Q(t), R(t), P(t)).
//
// Times of a touch are searched in order of time; each conclusion rests on a bound of rounding
// errors, and where none holds the answer is that nothing is decided.

/// f in Bernstein form over [0, 1]: f = Σ b_i binom(3, i) t^i (1 − t)^(3−i), so that f lies between
/// the least and the largest of the coefficients. Filled by make_coplanar_cubic.
struct CoplanarCubic {
    std::array<double, 4> b;
    /// What b0, 3 b1, 3 b2 and b3 may be off: 256u L_x L_y L_z. With u = kRoundoff, and rounded
    /// vectors at both ends, a component of a cross product carries 8u L L, of the mixed one 20u,
    /// and the sums 168u at most.
    double error;
    /// What values of f, computed by halvings and affine combinations of the b_i, may be off.
    double value_error;
};

CoplanarCubic make_coplanar_cubic(const MotionPolynomial& motion);

/// Whether the coefficients prove that f has no root in [0, 1]: the elements cannot touch.
bool never_coplanar(const CoplanarCubic& cubic);

enum class Decision : std::uint8_t { Undecided, No, Yes };

struct CoplanarSearch {
    Decision touch = Decision::Undecided;
    double time = 0.0;      ///< before the first touch, by less than `interval`; set for Yes
    std::int64_t work = 0;  ///< pieces of [0, 1] that were looked at
};

/// Searches the first touch in [0, t_max], its time to within `interval`.
CoplanarSearch search_coplanar_times(const MotionPolynomial& motion, const CoplanarCubic& cubic,
                                     double interval, double t_max);

/// Whether the elements certainly touch at some time between `first` and `last`: f changes its
/// sign, and wherever it is 0 in between, the origin is within the corners of F.
bool touch_is_certain(const MotionPolynomial& motion, const CoplanarCubic& cubic, double first,
                      double last);

}  // namespace touchstone
