#include "generators/convex_cast/cast_state.h"

#include <limits>

namespace touchstone {
namespace {

// As in the distance search: a support point's coordinate along a unit vector.
constexpr double kSpeedRounding = 64.0 * std::numeric_limits<double>::epsilon() / 2.0;

/// Returns the mean of the sizes at both ends, weighted by time: sizes are sums of norms, which are
/// convex in time, so that none in between is above it but for rounding, of which the allowance is
/// far more than that.
double size_at(const CastState& state) {
    return (1.0 - state.time) * state.size_at_start + state.time * state.size_at_end;
}

void measure_distance(CastState& state) {
    const Vec3 last_normal = state.distance.normal;
    const bool had_plane = state.distance.lower > 0.0;
    state.distance = pair_distance(state.placed, state.simplex, size_at(state));
    state.support_calls += state.distance.support_calls;
    state.restarts += state.distance.restarted ? 1 : 0;
    if (had_plane && state.distance.lower <= 0.5 * state.distance.upper) {
        const double lower = separation_along(state.placed, last_normal);
        if (lower > state.distance.lower) {
            state.distance.lower = lower;
            state.distance.normal = last_normal;
        }
    }
}

}  // namespace

CastState start_cast(const PairMotion& motion, const CastSettings& settings) {
    CastState state;
    state.motion = &motion;
    state.speed_rounding = kSpeedRounding * pair_size(velocities_of(motion));
    state.frame_growth = settings.frame_growth;
    state.placed = motion.start;
    state.size_at_start = pair_size(motion.start);
    state.size_at_end = pair_size(pair_at(motion, 1.0));
    measure_distance(state);
    return state;
}

void move_to(CastState& state, double time) {
    state.time = time;
    place_at(*state.motion, time, state.placed);
    measure_distance(state);
}

CastAnswer answer_at(const CastState& state, CastEnd end, double start_distance) {
    CastAnswer answer;
    answer.end = end;
    answer.time = state.time;
    answer.start_distance = start_distance;
    answer.iterations = state.iterations;
    answer.support_calls = state.support_calls;
    answer.restarts = state.restarts;
    if (end == CastEnd::NoContact) {
        answer.time = 1.0;
        return answer;
    }
    const Vec3 centre_a = state.motion->centre_a + state.time * state.motion->centre_velocity_a;
    answer.lower = state.distance.lower;
    answer.upper = state.distance.upper;
    answer.normal = state.distance.normal;
    answer.point_a = centre_a + state.distance.point_a;
    answer.point_b = centre_a + state.distance.point_b;
    return answer;
}

}  // namespace touchstone
