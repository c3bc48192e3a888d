#pragma once

#include "generators/convex_cast/convex_cast.h"
#include "methods/continuous/gjk.h"

namespace touchstone {

/// The progress of a cast: the bodies at time T, and their distance there.
struct CastState {
    const PairMotion* motion = nullptr;
    double speed_rounding = 0.0;  ///< allowance for rounding in a velocity along a direction
    double frame_growth = 1.1;    ///< K
    double size_at_start = 0.0;   ///< size of the placed pair at t = 0 [m]
    double size_at_end = 0.0;     ///< size of the placed pair at t = 1 [m]
    double time = 0.0;            ///< T
    int iterations = 0;
    PlacedPair placed;
    PairDistance distance;
    PairSimplex simplex;
    std::int64_t support_calls = 0;
    int restarts = 0;
};

/// A function that steps by a bound g(t) ≤ d(T + t): it returns a time t, counted from T, up to
/// which g is at least `target`. Infinite when that holds for ever; times beyond `horizon` are of
/// no interest. 0 or NaN when g(0) is below the target.
using BoundedStep = double (*)(const CastState& state, double target, double horizon);

/// Starts a cast at t = 0. The motion must outlive the state.
CastState start_cast(const PairMotion& motion, const CastSettings& settings);

/// Moves the state to `time`. A separating plane is kept when the distance search finds none as
/// good.
void move_to(CastState& state, double time);

/// Returns the answer at the state's time.
CastAnswer answer_at(const CastState& state, CastEnd end, double start_distance);

}  // namespace touchstone
