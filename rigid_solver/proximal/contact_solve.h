#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/solver_settings.h"

namespace touchstone {

/// The axes of a contact's rows. With a unit normal all three are orthonormal.
struct ContactFrame {
    Vec3 normal;    ///< n, as the contact has it
    Vec3 tangent;   ///< t = unit(n × e), e the axis of the rule in §8.2 of the paper's code
    Vec3 binormal;  ///< s = t × n
};
ContactFrame contact_frame(const Vec3& normal);

/// What a contact passes on in a step, from A to B: n λ_n + t λ_t + s λ_s at the contact point, and
/// the turning impulse n λ_τ. Body A takes the opposite.
struct ContactImpulse {
    double normal = 0.0;    ///< λ_n ≥ 0 [N s]
    double tangent = 0.0;   ///< λ_t [N s]
    double binormal = 0.0;  ///< λ_s [N s]
    double torsion = 0.0;   ///< λ_τ [N m s]; 0 unless FrictionModel::TorsionBall
};

/// The impulse on B in world frame [N s].
Vec3 world_impulse(const ContactPoint& contact, const ContactImpulse& impulse);

enum class StopReason { NoContacts, AllSweeps, Absolute, Relative, Stagnation };
const char* stop_reason_id(StopReason reason);  ///< "all_sweeps", ...

/// How the sweeps went. One entry per sweep, rejected ones included.
struct SolveReport {
    std::vector<double> residuals;  ///< largest change of an impulse from the last accepted [N s]
    std::vector<double> r_scales;   ///< ν^k: what the first R factors were multiplied with [-]
    /// How far the impulses are from a solution: what one step of the unscaled iteration would
    /// still change, each contact by itself; 0 at a solution [N s]. The residual of a sweep shrinks
    /// with R as well, so where R was scaled down a small residual alone says nothing.
    double error = 0.0;
    int divergences = 0;  ///< sweeps with a larger residual than the last accepted one
    StopReason stop = StopReason::NoContacts;
};

/// A body as the contact solve sees it, at the placement of the query.
struct SolveBody {
    Vec3 center_of_mass = Vec3::Zero();    ///< world frame [m]
    Vec3 linear_velocity = Vec3::Zero();   ///< before the step [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< before the step [rad/s]
    Vec3 linear_free = Vec3::Zero();       ///< Δt f / m: what forces add to the velocity [m/s]
    Vec3 angular_free = Vec3::Zero();      ///< Δt I⁻¹ τ [rad/s]
    double inverse_mass = 0.0;             ///< 0: fixed [1/kg]
    Mat3 inverse_inertia = Mat3::Zero();   ///< world frame; zero: fixed [1/(kg m²)]
};

/// What the contacts do to the velocities.
struct SolveResult {
    std::vector<ContactImpulse> impulses;  ///< one per contact
    std::vector<Vec3> linear_change;       ///< w = W Jᵀ λ, per body [m/s]
    std::vector<Vec3> angular_change;      ///< [rad/s]
    SolveReport report;
};

/// What is solved for: the velocities, or how far the positions are moved apart.
enum class SolveTarget {
    Velocity,
    Position  ///< Stabilization::Post: without friction, penetration instead of velocity
};

/// Projected (proximal) Gauss-Seidel over the contacts in their order; see contact_solve.cpp for
/// the derivation. The contacts' body indices point into `bodies`. `start`: the first impulses, one
/// per contact, or empty for zeros. Throws Error for a contact that is not finite, has no normal,
/// or joins a body with itself or two fixed ones. Erleben [2018], §6; Erleben [2017].
SolveResult solve_contacts(std::span<const SolveBody> bodies,
                           std::span<const ContactPoint> contacts, const SolverSettings& settings,
                           std::span<const ContactImpulse> start = {},
                           SolveTarget target = SolveTarget::Velocity);

}  // namespace touchstone
