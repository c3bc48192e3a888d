#pragma once

#include <optional>
#include <span>
#include <vector>

#include "testcases/query/simulation.h"

namespace touchstone {

/// Of the contacts of one step, by their separations [m]: positive numbers are penetration.
struct Penetration {
    double min = 0.0;
    double mean = 0.0;
    double max = 0.0;
};
/// Nothing without contacts.
std::optional<Penetration> penetration(std::span<const ContactPoint> contacts);

/// From here on a body has fallen: a stack that leans this far does not come back.
inline constexpr double kFallenTilt = 15.0;   ///< turned from its start [degrees]
inline constexpr double kFallenDrift = 0.05;  ///< moved from its start, of the scene's height

/// Of the turn from one orientation to the other, in [0, 180] [degrees].
double turn_between(const Quat& from, const Quat& to);

/// How far the bodies have come from where they started.
struct MotionVerdict {
    double drift = 0.0;   ///< of a centre of mass, largest of all bodies [m]
    int drift_body = -1;  ///< whose that is; -1: no body can move
    double tilt = 0.0;    ///< angle of the turn from the start, largest of all bodies [degrees]
    int tilt_body = -1;
    bool stands = true;  ///< no body has fallen
};
/// `scene_height`: extent of the moving bodies along gravity at the start, see moving_height [m].
MotionVerdict judge_motion(std::span<const RigidBody> start, std::span<const BodyState> now,
                           double scene_height);

/// Extent of the bodies that can move along the direction of gravity, at the start; along the
/// largest of the axes without gravity [m].
double moving_height(const StudyScene& scene, std::span<const RigidBody> start,
                     const Vec3& gravity);

/// Mean, extremes and population standard deviation of a count over steps, as in the paper's
/// Table 6.
struct CountStatistics {
    double mean = 0.0;
    int min = 0;
    int max = 0;
    double deviation = 0.0;
};
/// Of no counts: zeros.
CountStatistics count_statistics(std::span<const int> counts);

}  // namespace touchstone
