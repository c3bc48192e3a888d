#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/base/types.h"
#include "rigid_solver/body_motion.h"

namespace touchstone {

/// A rigid body that the solver moves.
struct RigidBody {
    std::string name;  ///< name for messages
    BodyState state;
    double mass = kUnset;                   ///< mass > 0 [kg]; ignored when fixed
    Mat3 inertia = Mat3::Constant(kUnset);  ///< inertia about the centre of mass,
                                            ///< body frame, symmetric positive
                                            ///< definite [kg m²]; ignored when fixed
    bool fixed = false;  ///< true: the body takes no impulse and no force, and does not move
};

/// Throws Error, naming the body, unless its state is finite, its rotation a unit quaternion and,
/// when it can move, its mass positive and its inertia symmetric positive definite.
void validate(std::span<const RigidBody> bodies);

/// Returns world_from_body of each body.
std::vector<Pose> body_poses(std::span<const RigidBody> bodies);

/// Returns R I Rᵀ: the inertia about the centre of mass in world frame, with the body rotated as in
/// `pose`.
Mat3 world_inertia(const RigidBody& body, const Pose& pose);

/// The energy of a set of bodies.
struct Energy {
    double kinetic = 0.0;    ///< Σ (m v² + ω·Iω) / 2 [J]
    double potential = 0.0;  ///< -Σ m g·c, zero at the origin [J]
};
/// Returns the energy of all bodies that can move.
Energy energy(std::span<const RigidBody> bodies, const Vec3& gravity);

/// The momentum of a set of bodies.
struct Momentum {
    Vec3 linear = Vec3::Zero();   ///< Σ m v [kg m/s]
    Vec3 angular = Vec3::Zero();  ///< Σ c × m v + Iω, about the world origin [kg m²/s]
};
/// Returns the momentum of all bodies that can move.
Momentum momentum(std::span<const RigidBody> bodies);

}  // namespace touchstone
