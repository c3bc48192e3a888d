#pragma once

#include <array>
#include <cstdint>

#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// The times at which the four points of a query are coplanar, and whether the elements touch then.
// Every touch is at a root of f(t) = det(Q(t), R(t), P(t)).
//
// Roots are visited in order of time. Each conclusion rests on a bound of the rounding errors;
// where no bound suffices the answer is Undecided.

/// f in Bernstein form over [0, 1]: f = Σ b_i binom(3, i) t^i (1 − t)^(3−i), so that f lies between
/// the smallest and the largest coefficient. Filled by make_coplanar_cubic.
struct CoplanarCubic {
    std::array<double, 4> b;
    /// Bound on the errors of b0, 3 b1, 3 b2 and b3: 256u L_x L_y L_z. With u = kRoundoff, and
    /// rounded vectors at both ends, a component of a cross product carries 8u L L, of the mixed
    /// one 20u, and the sums at most 168u.
    double error;
    /// Bound on the error of values of f computed by halvings and affine combinations of the b_i.
    double value_error;
};

/// Computes the cubic of a motion.
CoplanarCubic make_coplanar_cubic(const MotionPolynomial& motion);

/// Returns true when the coefficients prove that f has no root in [0, 1]: the elements cannot
/// touch.
bool never_coplanar(const CoplanarCubic& cubic);

/// The possible answers of a search.
enum class Decision : std::uint8_t { Undecided, No, Yes };

/// The result of a search.
struct CoplanarSearch {
    Decision touch = Decision::Undecided;
    double time = 0.0;      ///< time before the first touch, by less than `interval`; set for Yes
    std::int64_t work = 0;  ///< number of pieces of [0, 1] examined
};

/// Searches for the first touch in [0, t_max]; its time is accurate to `interval`.
CoplanarSearch search_coplanar_times(const MotionPolynomial& motion, const CoplanarCubic& cubic,
                                     double interval, double t_max);

/// Returns true when the elements certainly touch at some time between `first` and `last`: f
/// changes sign there, and wherever it is 0 in between, the origin is within the corners of F.
bool touch_is_certain(const MotionPolynomial& motion, const CoplanarCubic& cubic, double first,
                      double last);

}  // namespace touchstone
