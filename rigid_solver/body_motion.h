#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// Where a rigid body is and how it moves.
struct BodyState {
    Pose world_from_body;
    Vec3 center_of_mass = Vec3::Zero();    ///< body frame [m]
    Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, world frame [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
};

/// The pose after `time` [s] at constant velocity: the centre of mass moves straight, the body
/// turns by |ω| t about ω through it. Exact for a body that does not turn: only the translation
/// changes. The first half of a Moreau midpoint step, at which the paper's contacts are found.
/// Erleben [2018], §6.
Pose advance(const BodyState& state, double time);

}  // namespace touchstone
