#pragma once

#include <array>
#include <cstdint>

#include "generators/continuous/kernels/origin_within.h"
#include "methods/continuous/motion_axis.h"
#include "methods/continuous/motion_ends.h"

namespace touchstone {

// The times at which the four points of a query are coplanar, and whether the elements touch then.
// Every touch is at a root of f(t) = det(Q(t), R(t), P(t)).
//
// Roots are visited in order of time. Each conclusion rests on a bound of the rounding errors;
// where no bound suffices the answer is Undecided.

/// f in Bernstein form over [0, 1]: f = Σ b_i binom(3, i) t^i (1 − t)^(3−i), so that f lies between
/// the smallest and the largest coefficient. Filled by make_coplanar_cubic.
struct CoplanarCubic {
    NumberPair outer;  ///< b0 and b3
    NumberPair inner;  ///< b1 and b2
    /// Bound on the errors of b0, 3 b1, 3 b2 and b3: 256u L_x L_y L_z. With u = kRoundoff, and
    /// rounded vectors at both ends, a component of a cross product carries 8u L L, of the mixed
    /// one 20u, and the sums at most 168u.
    double error;
};

/// Computes the cubic of a motion.
[[gnu::always_inline]] inline CoplanarCubic make_coplanar_cubic(const EndVectors& ends) {
    const VectorPair normal = cross(ends.q, ends.r);
    const VectorPair across = cross(ends.q, exchanged(ends.r));
    const VectorPair mixed = across + exchanged(across);
    const double error =
        256.0 * kRoundoff * ends.extents[0] * ends.extents[1] * ends.extents[2] + kCubicUnderflow;
    return {dot(normal, ends.p), (dot(normal, exchanged(ends.p)) + dot(mixed, ends.p)) / 3.0,
            error};
}

/// Returns true when four Bernstein coefficients have one sign and are all farther from 0 than the
/// bound, and so is f.
[[gnu::always_inline]] inline bool keep_one_sign(NumberPair outer, NumberPair inner, double bound) {
    const NumberPair above = both(bound);
    const NumberPair below = both(-bound);
    return all_lanes((outer > above) & (inner > above)) ||
           all_lanes((outer < below) & (inner < below));
}

/// Returns true when the coefficients prove that f has no root in [0, 1]: the elements cannot
/// touch.
[[gnu::always_inline]] inline bool never_coplanar(const CoplanarCubic& cubic) {
    return keep_one_sign(cubic.outer, cubic.inner, cubic.error);
}

/// Returns b0 to b3.
inline std::array<double, 4> bernstein_coefficients(const CoplanarCubic& cubic) {
    return {cubic.outer[0], cubic.inner[0], cubic.inner[1], cubic.outer[1]};
}

/// Bounds the error of values of f computed by halvings and affine combinations of the b_i.
inline double value_error(const CoplanarCubic& cubic) {
    const NumberPair size =
        larger(larger(cubic.outer, -cubic.outer), larger(cubic.inner, -cubic.inner));
    return cubic.error + 256.0 * kRoundoff * larger(size, exchanged(size))[0];
}

/// The result of a search.
struct CoplanarSearch {
    Decision touch = Decision::Undecided;
    double time = 0.0;      ///< time before the first touch, by less than that; set for Yes
    std::int64_t work = 0;  ///< number of pieces of [0, 1] examined
};

/// Searches for the first touch in [0, t_max]; its time is accurate to tolerance / κ_t, see
/// motion_rates.
CoplanarSearch search_coplanar_times(const EndVectors& ends, const CoplanarCubic& cubic,
                                     double tolerance, double t_max);

/// Returns true when the elements certainly touch at some time between `first` and `last`: f
/// changes sign there, and wherever it is 0 in between, the origin is within the corners of F.
bool touch_is_certain(const EndVectors& ends, const CoplanarCubic& cubic, double first,
                      double last);

}  // namespace touchstone
