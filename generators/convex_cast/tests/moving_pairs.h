#pragma once

#include <random>
#include <vector>

#include "methods/continuous/affine_motion.h"

namespace touchstone::testing {

/// Two hulls in affine motion, apart at t = 0, which own their shapes.
struct MovingPair {
    SupportShape a;
    SupportShape b;
    AffineMotion motion_a;
    AffineMotion motion_b;

    PairMotion motion() const { return make_pair_motion(a, motion_a, b, motion_b); }
};

class PairDraw {
 public:
    explicit PairDraw(int seed) : random_(seed) {}

    double uniform();  ///< draws a number in [-1, 1]
    Vec3 vector();
    Mat3 matrix();

    /// Draws hulls with faces that turn, stretch and shear; most come into contact.
    MovingPair pair();

 private:
    std::mt19937_64 random_;
};

/// The time of first contact from below and above, by halving steps of the measured distance,
/// without any bound, loop or simplex of a cast. Nothing in `above` when no contact was seen.
struct SampledContact {
    double below = 1.0;
    double above = kUnset;
};
SampledContact sampled_contact(const PairMotion& motion);

}  // namespace touchstone::testing
