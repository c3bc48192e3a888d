#pragma once

#include "generators/convex_cast/convex_cast.h"
#include "methods/continuous/gjk.h"

namespace touchstone {

/// Where a cast has come to: the bodies at time T, and what is known of their distance there.
struct CastState {
    const PairMotion* motion = nullptr;
    double speed_rounding = 0.0;  ///< what is allowed for rounding in a velocity along a direction
    double frame_growth = 1.1;    ///< K
    double time = 0.0;            ///< T
    int iterations = 0;
    PlacedPair placed;
    PairDistance distance;
    PairSimplex simplex;
    std::int64_t support_calls = 0;
    int restarts = 0;
};

/// A bound g(t) ≤ d(T + t): up to the time t that it returns, counted from T, g is at least
/// `target`. Infinite when it is so for ever; nothing beyond `horizon` is of interest. 0 or NaN
/// when g(0) is below.
using BoundedStep = double (*)(const CastState& state, double target, double horizon);

/// The motion must outlive the state.
CastState start_cast(const PairMotion& motion, const CastSettings& settings);

/// Goes to `time`. A plane that separates there is kept when the distance search finds none as
/// good.
void move_to(CastState& state, double time);

/// The answer at the state's time.
CastAnswer answer_at(const CastState& state, CastEnd end, double start_distance);

}  // namespace touchstone
