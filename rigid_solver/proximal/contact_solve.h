#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/solver_settings.h"

namespace touchstone {

/// The axes of a contact's rows. With a unit normal all three are orthonormal.
struct ContactFrame {
    Vec3 normal;    ///< n: normal of the contact
    Vec3 tangent;   ///< t = unit(n × e), with e the axis by the rule in §8.2 of the paper's code
    Vec3 binormal;  ///< s = t × n
};
/// Chooses the axes of a contact.
ContactFrame contact_frame(const Vec3& normal);

/// The impulse of a contact over one step, from A to B: n λ_n + t λ_t + s λ_s at the contact point,
/// and the angular impulse n λ_τ. Body A receives the opposite.
struct ContactImpulse {
    double normal = 0.0;    ///< λ_n ≥ 0 [N s]
    double tangent = 0.0;   ///< λ_t [N s]
    double binormal = 0.0;  ///< λ_s [N s]
    double torsion = 0.0;   ///< λ_τ [N m s]; 0 unless FrictionModel::TorsionBall
};

/// Returns the impulse on B in world frame [N s].
Vec3 world_impulse(const ContactPoint& contact, const ContactImpulse& impulse);

/// The reasons for which the sweeps can stop.
enum class StopReason { NoContacts, AllSweeps, Absolute, Relative, Stagnation };
/// Returns the id of a reason: "all_sweeps", …
const char* stop_reason_id(StopReason reason);

/// The course of the sweeps, with one entry per sweep, rejected ones included.
struct SolveReport {
    std::vector<double> residuals;  ///< largest change of an impulse
                                    ///< since the last accepted one [N s]
    std::vector<double> r_scales;   ///< ν^k: factor on the initial R [-]
    /// Distance of the impulses from a solution: the largest change that one step of the unscaled
    /// iteration would make, each contact by itself; 0 at a solution [N s]. The residual of a sweep
    /// shrinks with R as well, so where R was scaled down a small residual alone proves nothing.
    double error = 0.0;
    int divergences = 0;  ///< number of sweeps with a larger residual than the last accepted one
    int passing = 0;      ///< number of contacts ahead whose features pass beside each other at a
                          ///< motion found, see closing_speeds.h
    StopReason stop = StopReason::NoContacts;
};

/// Appends the report of sweeps that went on from where others had ended. `passing` stays.
void append_report(SolveReport& report, const SolveReport& more);

/// A body in the contact solve, at the placement of the query.
struct SolveBody {
    Vec3 center_of_mass = Vec3::Zero();    ///< world frame [m]
    Vec3 linear_velocity = Vec3::Zero();   ///< before the step [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< before the step [rad/s]
    Vec3 linear_free = Vec3::Zero();       ///< Δt f / m: change of the velocity by forces [m/s]
    Vec3 angular_free = Vec3::Zero();      ///< Δt I⁻¹ τ: change of the angular
                                           ///< velocity by torques [rad/s]
    double inverse_mass = 0.0;             ///< 0: fixed [1/kg]
    Mat3 inverse_inertia = Mat3::Zero();   ///< world frame; zero: fixed [1/(kg m²)]
};

/// The effect of the contacts on the velocities.
struct SolveResult {
    std::vector<ContactImpulse> impulses;  ///< one per contact
    std::vector<Vec3> linear_change;   ///< w = W Jᵀ λ, per body: change of the velocity [m/s]
    std::vector<Vec3> angular_change;  ///< change of the angular velocity, per body [rad/s]
    SolveReport report;
};

/// The unknowns of a solve: the velocities, or a displacement of the positions.
enum class SolveTarget {
    Velocity,
    Position  ///< Stabilization::Post: without friction, penetration instead of velocity
};

/// Solves by projected (proximal) Gauss-Seidel over the contacts in their order; see
/// contact_sweep.h for the derivation. The contacts' body indices point into `bodies`. `start`
/// holds the initial impulses, one per contact; empty means zeros, or with a warm
/// start, for SolveTarget::Velocity, those of resting_impulses. Throws Error for a contact that
/// is not finite, has no normal, or joins a body with itself or two fixed ones. Erleben [2018], §6;
/// Erleben [2017].
SolveResult solve_contacts(std::span<const SolveBody> bodies,
                           std::span<const ContactPoint> contacts, const SolverSettings& settings,
                           std::span<const ContactImpulse> start = {},
                           SolveTarget target = SolveTarget::Velocity);

}  // namespace touchstone
