#pragma once

#include <optional>
#include <span>
#include <vector>

#include "testcases/motion/simulation.h"

namespace touchstone {

/// Penetrations over the contacts of one step, positive when the bodies overlap [m].
struct Penetration {
    double min = 0.0;
    double mean = 0.0;
    double max = 0.0;
};
/// Summarises the contacts; nothing without contacts.
std::optional<Penetration> penetration(std::span<const ContactPoint> contacts);

/// The motion at which a body counts as fallen: a stack that leans this far does not come back.
inline constexpr double kFallenTilt = 15.0;   ///< rotation since the start [degrees]
inline constexpr double kFallenDrift = 0.05;  ///< displacement since the start, as
                                              ///< a share of the scene's height

/// Returns the angle of the rotation from one orientation to the other, in [0, 180] [degrees].
double turn_between(const Quat& from, const Quat& to);

/// The motion of the bodies since the start.
struct MotionVerdict {
    double drift = 0.0;   ///< displacement of a centre of mass, largest over all bodies [m]
    int drift_body = -1;  ///< body with that displacement; -1: no body can move
    double tilt = 0.0;    ///< angle of rotation, largest over all bodies [degrees]
    int tilt_body = -1;   ///< body with that rotation; -1: no body can move
    bool stands = true;   ///< true: no body has fallen
};
/// Measures the motion. `scene_height`: extent of the moving bodies along gravity at the start, see
/// moving_height [m].
MotionVerdict judge_motion(std::span<const RigidBody> start, std::span<const BodyState> now,
                           double scene_height);

/// Returns the extent, at the start, of the bodies that can move, along the direction of gravity;
/// along the largest of the axes without gravity [m].
double moving_height(const StudyScene& scene, std::span<const RigidBody> start,
                     const Vec3& gravity);

/// Mean, extremes and population standard deviation of a count over steps, as in the paper's Table
/// 6.
struct CountStatistics {
    double mean = 0.0;
    int min = 0;
    int max = 0;
    double deviation = 0.0;
};
/// Summarises counts; zeros when there are none.
CountStatistics count_statistics(std::span<const int> counts);

}  // namespace touchstone
