#pragma once

#include <limits>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

/// A motion that a script gives to vertices or to a body: about a pivot that goes straight. Without
/// a velocity and a spin it holds them where they are.
struct ScriptedMotion {
    Vec3 velocity = Vec3::Zero();  ///< of the pivot, world frame [m/s]
    Vec3 spin = Vec3::Zero();      ///< axis times angular speed, world frame [rad/s]
    Vec3 pivot = Vec3::Zero();     ///< point of the axis at the time `from`, world frame [m]
    double from = 0.0;             ///< [s]
    double until = std::numeric_limits<double>::infinity();  ///< > from [s]

    bool operator==(const ScriptedMotion&) const = default;
};

/// Throws UsageError, naming the value and its range.
void validate(const ScriptedMotion& motion);

/// The change of place that a script gives in one step.
struct ScriptedStep {
    bool turns = false;
    Mat3 turn = Mat3::Identity();  ///< where it turns
    Vec3 pivot = Vec3::Zero();     ///< at the start of the step [m]
    Vec3 shift = Vec3::Zero();     ///< of the pivot [m]

    /// Returns where it leads a point; one that is held stays as it is to the last bit.
    Vec3 operator()(const Vec3& point) const {
        return turns ? Vec3(pivot + shift + turn * (point - pivot)) : Vec3(point + shift);
    }
};

/// Returns the first of these motions that holds for the step of this length that begins at this
/// time; null for none. One holds when the middle of the step is in [from, until).
const ScriptedMotion* find_motion(std::span<const ScriptedMotion> motions, double time,
                                  double time_step);

/// Returns what a motion does in the step that begins at this time. `origin`: of the points that it
/// is asked about [m].
ScriptedStep step_of(const ScriptedMotion& motion, double time, double time_step,
                     const Vec3& origin);

}  // namespace touchstone
