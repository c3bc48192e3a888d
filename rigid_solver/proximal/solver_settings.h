#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// When within a step the contacts are found and the positions moved.
enum class Stepping {
    MoreauMidpoint,  ///< contacts at the half step, half a step of motion on either side
    SemiImplicit     ///< contacts at the start, then a whole step with the new velocities
};

/// What bounds the friction impulse, of radius μ λ_n.
enum class FrictionModel {
    Disc,        ///< isotropic Coulomb: the two tangential impulses [N s]
    TorsionBall  ///< those two and torsion about the normal [N m s] in one ball, units mixed: the
                 ///< research code's
};

/// How the step length R of a contact's fixed-point iteration is chosen, and its factor when a
/// sweep is rolled back.
///
/// A sliding contact's friction opposes R_f u, and so the sliding velocity u itself only where R is
/// the same for all friction rows. The last two, which are the research code's, break that where a
/// contact is not equally easy to push in all directions: on a sliding brick of 3 : 2 friction is
/// 12° from where it belongs (docs/methods/solver.md).
enum class RStrategy {
    Local,      ///< 1 / A_nn, and 1 / the largest A_ff for friction; R ← 0.9 R
    Global,     ///< `global_r` for every row; R ← 0.1 R
    LocalRows,  ///< 1 / A_ii of each row; R ← 0.9 R
    Blocked,    ///< 1 / A_nn and the inverse of the friction block; never rolled back
};

/// What is done with a sweep that changes the impulses more than the last accepted one did.
enum class DivergenceRule {
    RollBack,  ///< it is dropped, and R scaled down for all contacts; RStrategy::Blocked excepted
    Count      ///< it is counted and kept
};

/// What a contact asks of bodies that it reports apart, with a separation s > 0.
enum class GapRule {
    Ignore,  ///< what it asks of bodies that touch: n · u⁺ ≥ 0. The paper's
    Close  ///< that they come no closer than to touch: n · u⁺ ≥ -s / Δt, see contact_sweep.h
};

enum class Stabilization {
    None,
    Pre,  ///< penetration adds to the velocity wanted along the normal
    Post  ///< after the step a second, frictionless solve moves the positions
};

/// Everything that changes what the solver computes. Defaults reproduce the paper's study.
/// Erleben [2018], §6.
struct SolverSettings {
    double time_step = 0.01;        ///< Δt > 0 [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< world frame [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0 [-]
    double restitution = 0.0;       ///< e in [0, 1], of the velocity along the normal [-]
    Stepping stepping = Stepping::MoreauMidpoint;
    FrictionModel friction_model = FrictionModel::Disc;
    GapRule gap = GapRule::Ignore;

    RStrategy r_strategy = RStrategy::Local;
    DivergenceRule divergence_rule = DivergenceRule::RollBack;
    double global_r = 5.0;              ///< of RStrategy::Global, > 0 [kg]
    int max_sweeps = 1000;              ///< over all contacts, ≥ 0
    double absolute_tolerance = 0.0;    ///< stop below this residual; 0: never [N s]
    double relative_tolerance = 0.0;    ///< stop when the residual changes by less than this share
    double stagnation_tolerance = 0.0;  ///< stop at a residual ≤ this × max(1 N s, max |λ|)
    bool warm_start = false;            ///< begin with the last step's impulses, see time_step.h

    Stabilization stabilization = Stabilization::None;
    double stabilization_gain = 0.5;  ///< share of the penetration undone in a step, in [0, 1]
    double min_penetration = 0.001;   ///< less is left alone by Stabilization::Pre [m]
    double max_correction = 0.01;     ///< at most this much is undone in a step [m]
};

/// Throws UsageError, naming the setting and its range.
void validate(const SolverSettings& settings);

}  // namespace touchstone
