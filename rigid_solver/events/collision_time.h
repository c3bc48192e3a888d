#pragma once

#include <functional>

#include "methods/base/types.h"

namespace touchstone {

/// A separation with its first two derivatives in time.
struct SeparationJet {
    double value = kUnset;         ///< s [m]
    double rate = kUnset;          ///< ṡ [m/s]
    double acceleration = kUnset;  ///< s̈ [m/s²]
};

/// The next guess for the time at which a separation is zero.
enum class CollisionRule {
    Quintic,    ///< root of the polynomial with s, ṡ and s̈ of both ends of the bracket
    Quadratic,  ///< root of the parabola with s, ṡ and s̈ at the newest point: Baraff [1990], Eq.
                ///< (21)
    Newton,       ///< root of the line with s and ṡ at the newest point: Eq. (19)
    RegulaFalsi,  ///< root of the line through both ends of the bracket
    Bisection     ///< middle of the bracket
};

/// The part of a step in which a separation changes its sign.
struct CollisionBracket {
    double start = 0.0;      ///< start of the bracket [s]
    SeparationJet at_start;  ///< separation there: s > 0, or s ≈ 0 and ṡ > 0
    double end = 0.0;        ///< end of the bracket [s]
    SeparationJet at_end;    ///< separation there: s < 0
};

/// The time at which two surfaces meet.
struct CollisionTime {
    double time = kUnset;  ///< time of contact; if not met, the first time after which they are
                           ///< known to overlap [s]
    SeparationJet there;   ///< separation at that time
    int evaluations = 0;   ///< number of evaluations of the separation, besides those at the ends
    bool met = false;  ///< false: there is no time in floating point at which |s| is small enough
};

/// Finds a time at which |s| is at most `tolerance` and the surfaces do not part. Guesses that
/// leave the bracket, and every third that has not halved it, are replaced by its middle. A pass
/// right through, with s > 0 at both ends, has no bracket and is not seen.
CollisionTime find_collision_time(const std::function<SeparationJet(double)>& separation,
                                  const CollisionBracket& bracket, double tolerance,
                                  CollisionRule rule = CollisionRule::Quintic);

}  // namespace touchstone
