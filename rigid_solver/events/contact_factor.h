#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rigid_solver/rigid_body.h"

namespace touchstone {

/// What a contact is for.
enum class ContactUse : std::uint8_t {
    All,     ///< it tells whether bodies overlap, and carries forces and impulses
    Forces,  ///< it carries forces and impulses; another of the pair tells whether bodies overlap
    Overlap  ///< it tells whether bodies overlap, and carries forces and impulses only where no
             ///< other contact of the same parts touches as near, along about the same normal
};

/// A contact of two bodies in motion.
struct EventContact {
    int body_a = -1;
    int body_b = -1;
    std::array<int, 4> name{};  ///< part and surface of A, part and surface of B, which together
                                ///< with the bodies identify the contact from step to step
    Vec3 point_a = Vec3::Constant(kUnset);  ///< point on A, world frame [m]
    Vec3 point_b = Vec3::Constant(kUnset);  ///< point on B, world frame [m]
    Vec3 normal = Vec3::Constant(kUnset);   ///< unit vector from A to B
    double separation = kUnset;             ///< n · (p_b − p_a) [m]
    double curvature_rate = 0.0;  ///< k: the part of s̈ that does not come from accelerations
                                  ///< [m/s²]
    ContactUse use = ContactUse::All;
};

/// The masses of a set of bodies as a metric: M = G Gᵀ, with six rows per body that can move. A
/// motion is y = Gᵀ (v, ω) in it, with energy ‖y‖² / 2.
struct MassMetric {
    std::vector<int> first_row;     ///< first row of each body; −1: fixed
    std::vector<double> root_mass;  ///< square root of each body's mass [√kg]
    std::vector<Mat3> lower;        ///< L with L Lᵀ the inertia of each body in world frame
    std::vector<Vec3> centre;       ///< centre of mass of each body, world frame [m]
    int rows = 0;                   ///< number of rows
};
/// Makes the metric of the bodies as they are placed.
MassMetric mass_metric(std::span<const RigidBody> bodies);

/// Returns F = G⁻¹ Jᵀ, a column per contact: Fᵀ y is the rate of its separation.
Eigen::MatrixXd contact_factor(const MassMetric& metric, std::span<const EventContact> contacts);

/// Returns the motion y that stands for the bodies' velocities.
Eigen::VectorXd metric_velocities(const MassMetric& metric, std::span<const RigidBody> bodies);

/// Returns the accelerations y without contacts: gravity, and the gyroscopic part of turning
/// bodies.
Eigen::VectorXd free_accelerations(const MassMetric& metric, std::span<const RigidBody> bodies,
                                   const Vec3& gravity);

/// Sets the bodies' velocities to those of this motion y.
void set_velocities(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& motion,
                    std::vector<RigidBody>& bodies);

/// A change of a body's velocities, accelerations or placement.
struct BodyChange {
    Vec3 linear = Vec3::Zero();
    Vec3 angular = Vec3::Zero();
};
/// Returns the part of the motion y that concerns a body.
BodyChange change_of(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& motion,
                     int body);

/// Moves the bodies by a small displacement y.
void displace(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& displacement,
              std::vector<RigidBody>& bodies);

}  // namespace touchstone
