#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/base/types.h"
#include "rigid_solver/body_motion.h"

namespace touchstone {

/// A body as the solver moves it.
struct RigidBody {
    std::string name;  ///< for messages
    BodyState state;
    double mass = kUnset;                   ///< > 0 [kg]; not read when fixed
    Mat3 inertia = Mat3::Constant(kUnset);  ///< about the centre of mass, body frame, symmetric
                                            ///< positive definite [kg m²]; not read when fixed
    bool fixed = false;  ///< takes no impulse and no force, and stays where it is
};

/// Throws Error, naming the body, unless its state is finite, its rotation a unit quaternion and,
/// when it can move, its mass positive and its inertia symmetric positive definite.
void validate(std::span<const RigidBody> bodies);

/// R I Rᵀ: the inertia about the centre of mass in world frame, with the body turned as in `pose`.
Mat3 world_inertia(const RigidBody& body, const Pose& pose);

struct Energy {
    double kinetic = 0.0;    ///< Σ (m v² + ω·Iω) / 2 [J]
    double potential = 0.0;  ///< -Σ m g·c, zero at the origin [J]
};
/// Of all bodies that can move.
Energy energy(std::span<const RigidBody> bodies, const Vec3& gravity);

struct Momentum {
    Vec3 linear = Vec3::Zero();   ///< Σ m v [kg m/s]
    Vec3 angular = Vec3::Zero();  ///< Σ c × m v + Iω, about the world origin [kg m²/s]
};
/// Of all bodies that can move.
Momentum momentum(std::span<const RigidBody> bodies);

}  // namespace touchstone
