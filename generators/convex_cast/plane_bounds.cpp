#include "generators/convex_cast/plane_bounds.h"

#include <limits>

namespace touchstone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kPlaneError = 64.0 * std::numeric_limits<double>::epsilon() / 2.0;
constexpr int kMaxPieces = 64;

PlacedPair velocities_of(const PairMotion& motion) {
    return {motion.start.a, motion.start.b, motion.velocity_a, motion.velocity_b,
            motion.offset_velocity};
}

/// V, rounded up.
double approach_speed(const CastState& state) {
    return -separation_along(velocities_of(state.motion), state.distance.normal);
}

/// The separation along the normal as a line in t: that of the support points at one time.
struct SeparationLine {
    double at_zero = 0.0;
    double slope = 0.0;
};

/// With t counted from T.
SeparationLine line_at(const CastState& state, double t) {
    const Vec3& n = state.distance.normal;
    const PairMotion& motion = state.motion;
    const Vec3 here_a = state.placed.linear_a.transpose() * n;
    const Vec3 here_b = state.placed.linear_b.transpose() * n;
    const Vec3 speed_a = motion.velocity_a.transpose() * n;
    const Vec3 speed_b = motion.velocity_b.transpose() * n;
    const Vec3 a = farthest_offset(*state.placed.a, here_a + t * speed_a);
    const Vec3 b = farthest_offset(*state.placed.b, -(here_b + t * speed_b));
    return {(here_b.dot(b) - here_a.dot(a)) + n.dot(state.placed.offset),
            (speed_b.dot(b) - speed_a.dot(a)) + n.dot(motion.offset_velocity)};
}

double line_error(const CastState& state, double t) {
    return kPlaneError * (pair_size(state.placed) + t * pair_size(velocities_of(state.motion)));
}

}  // namespace

double linear_step(const CastState& state, double target, double /*horizon*/) {
    const double speed = approach_speed(state);
    return speed <= 0.0 ? kNever : (state.distance.lower - target) / speed;
}

double linear_pw_step(const CastState& state, double target, double horizon) {
    const double error = line_error(state, horizon);
    const double least = target + error;
    const double aim = least + error;
    double t = horizon;
    // Newton's steps from the right end: each line lies above the concave bound, so its root is
    // not left of the bound's, until the two are one.
    for (int piece = 0; piece < kMaxPieces; ++piece) {
        const SeparationLine line = line_at(state, t);
        if (line.at_zero + t * line.slope >= least) {
            return piece == 0 ? kNever : t;
        }
        if (!(line.slope < 0.0) || !(line.at_zero > aim)) {
            break;  // rounding: nothing is known beyond the present
        }
        t = (line.at_zero - aim) / -line.slope;
    }
    return linear_step(state, target, horizon);
}

double linear_value(const CastState& state, double t) {
    return state.distance.lower - t * approach_speed(state);
}

double linear_pw_value(const CastState& state, double t) {
    const SeparationLine line = line_at(state, t);
    return line.at_zero + t * line.slope - line_error(state, t);
}

}  // namespace touchstone
