#pragma once

#include <limits>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

/// A prescribed motion of vertices or of a body: a rotation about a pivot that moves straight, for
/// some time. With neither a velocity nor a spin it holds them where they are.
struct ScriptedMotion {
    Vec3 velocity = Vec3::Zero();  ///< velocity of the pivot, world frame [m/s]
    Vec3 spin = Vec3::Zero();   ///< angular velocity, axis times angular speed, world frame [rad/s]
    Vec3 pivot = Vec3::Zero();  ///< point of the axis at the time `from`, world frame [m]
    double from = 0.0;          ///< time at which it begins, ≥ 0 [s]
    double until = std::numeric_limits<double>::infinity();  ///< time at which it ends, > from [s]

    bool operator==(const ScriptedMotion&) const = default;
};

/// Throws UsageError, naming the value and its range, unless all numbers are finite and the times
/// in order.
void validate(const ScriptedMotion& motion);

/// The displacement that a scripted motion gives in one time step.
struct ScriptedStep {
    bool turns = false;            ///< true: it rotates
    Mat3 turn = Mat3::Identity();  ///< rotation; used when it rotates
    Vec3 pivot = Vec3::Zero();     ///< pivot at the start of the step [m]
    Vec3 shift = Vec3::Zero();     ///< motion of the pivot in the step [m]

    /// Returns the position of a point at the end of the step [m]; a point that is held keeps its
    /// bits.
    Vec3 operator()(const Vec3& point) const {
        return turns ? Vec3(pivot + shift + turn * (point - pivot)) : Vec3(point + shift);
    }
};

/// Returns the first of these motions that holds in the step from `time` to `time + time_step` [s];
/// null for none. A motion holds when the middle of the step is in [from, until).
const ScriptedMotion* find_motion(std::span<const ScriptedMotion> motions, double time,
                                  double time_step);

/// Returns the displacement by a motion in the step from `time` to `time + time_step` [s].
/// `origin`: world position from which the points count that it is applied to [m].
ScriptedStep step_of(const ScriptedMotion& motion, double time, double time_step,
                     const Vec3& origin);

/// Returns the velocity that a motion has at a time [s] where a point is then, world frame [m/s].
Vec3 scripted_velocity(const ScriptedMotion& motion, double time, const Vec3& point);

}  // namespace touchstone
