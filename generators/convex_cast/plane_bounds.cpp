#include "generators/convex_cast/plane_bounds.h"

#include <algorithm>
#include <limits>

namespace touchstone {
namespace {

constexpr double kNeverMet = std::numeric_limits<double>::infinity();
constexpr int kMaxPieces = 64;
constexpr double kChordRoundDown = 1.0 - 1e-15;  // more than its own rounding
constexpr double kChordShare = 0.03;             // of the distance to lose that a chord may leave

/// Returns V, rounded up.
double approach_speed(const CastState& state) {
    const PairMotion& motion = *state.motion;
    const Vec3& n = state.distance.normal;
    const Vec3 speed_a = transposed_times(motion.velocity_a, n);
    const Vec3 speed_b = transposed_times(motion.velocity_b, n);
    return speed_a.dot(farthest_offset(*state.placed.a, speed_a)) -
           speed_b.dot(farthest_offset(*state.placed.b, -speed_b)) - n.dot(motion.offset_velocity) +
           state.speed_rounding;
}

/// The separation of two points along the normal, linear in t, which is counted from T.
struct SeparationLine {
    double at_zero = 0.0;
    double slope = 0.0;

    double at(double t) const { return at_zero + t * slope; }
};

/// The separation along the normal as a function of t.
class MovingPlane {
 public:
    explicit MovingPlane(const CastState& state)
        : state_(state),
          here_a_(transposed_times(state.placed.linear_a, state.distance.normal)),
          here_b_(transposed_times(state.placed.linear_b, state.distance.normal)),
          speed_a_(transposed_times(state.motion->velocity_a, state.distance.normal)),
          speed_b_(transposed_times(state.motion->velocity_b, state.distance.normal)),
          offset_{state.distance.normal.dot(state.placed.offset),
                  state.distance.normal.dot(state.motion->offset_velocity)} {}

    /// Returns the separation of the points with these offsets: never below that of the bodies.
    SeparationLine line_of(const Vec3& a, const Vec3& b) const {
        return {(here_b_.dot(b) - here_a_.dot(a)) + offset_.at_zero,
                (speed_b_.dot(b) - speed_a_.dot(a)) + offset_.slope};
    }

    /// Returns the separation of the points nearest at t, which is that of the bodies at t.
    SeparationLine line_at(double t) const {
        return line_of(farthest_offset(*state_.placed.a, here_a_ + t * speed_a_),
                       farthest_offset(*state_.placed.b, -(here_b_ + t * speed_b_)));
    }

    double rounding(double t) const { return state_.distance.rounding + t * state_.speed_rounding; }

 private:
    const CastState& state_;
    Vec3 here_a_;
    Vec3 here_b_;
    Vec3 speed_a_;
    Vec3 speed_b_;
    SeparationLine offset_;
};

}  // namespace

double linear_step(const CastState& state, double target, double /*horizon*/) {
    const double speed = approach_speed(state);
    return speed <= 0.0 ? kNeverMet : (state.distance.lower - target) / speed;
}

double linear_pw_step(const CastState& state, double target, double horizon) {
    const MovingPlane plane(state);
    const double rounding = plane.rounding(horizon);
    const double least = target + rounding;
    const double aim = least + rounding;
    double t = horizon;
    // The points nearest now cost no support call.
    for (int i = 0; i < state.simplex.size; ++i) {
        const SeparationLine line = plane.line_of(state.simplex.a[i], state.simplex.b[i]);
        if (line.slope < 0.0 && line.at_zero > aim) {
            t = std::min(t, (line.at_zero - aim) / -line.slope);
        }
    }
    // Newton's steps from the right: each line lies above the concave bound, so its root is not
    // left of the bound's, until the two coincide.
    for (int piece = 0; piece < kMaxPieces; ++piece) {
        const SeparationLine line = plane.line_at(t);
        if (line.at(t) >= least) {
            return t >= horizon ? kNeverMet : t;
        }
        // The bound is concave, so the chord from now to then is below it. Where it hardly leaves
        // more than the line, it saves the look at the line's root.
        const double to_lose = state.distance.lower - target;
        const double lost = state.distance.lower - (line.at(t) - rounding);
        const double chord_root = t * (to_lose / lost) * kChordRoundDown;
        if (chord_root > 0.0 && line.at(chord_root) - target <= kChordShare * to_lose) {
            return chord_root;
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
    const MovingPlane plane(state);
    return plane.line_at(t).at(t) - plane.rounding(t);
}

}  // namespace touchstone
