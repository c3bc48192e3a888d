#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// The placement and velocity of a rigid body.
struct BodyState {
    Pose world_from_body;
    Vec3 center_of_mass = Vec3::Zero();    ///< body frame [m]
    Vec3 linear_velocity = Vec3::Zero();   ///< velocity of the centre of mass, world frame [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
};

/// Returns the pose after `time` [s] at constant velocity: the centre of mass moves in a straight
/// line, and the body rotates by |ω| t about ω through it. Exact for a body without rotation: only
/// its translation changes. This is the first half of a Moreau midpoint step, at which the paper
/// finds its contacts. Erleben [2018], §6.
Pose advance(const BodyState& state, double time);

}  // namespace touchstone
