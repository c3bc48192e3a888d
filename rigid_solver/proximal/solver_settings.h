#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// The order of contact detection and motion within a step.
enum class Stepping {
    MoreauMidpoint,  ///< contacts at the half step, half a step of motion before and after
    SemiImplicit     ///< contacts at the start, then a whole step with the new velocities
};

/// The set of admissible friction impulses, of radius μ λ_n.
enum class FrictionModel {
    Disc,        ///< isotropic Coulomb: the two tangential impulses [N s]
    TorsionBall  ///< those two and torsion about the normal [N m s] in
                 ///< one ball, in mixed units: as in the research code
};

/// The choice of the step length R of a contact's fixed-point iteration, and of its factor when a
/// sweep is rolled back.
///
/// A sliding contact's friction opposes R_f u, and so the sliding velocity u itself only where R is
/// the same for all friction rows. The last two, which are the research code's, violate that where
/// a contact's resistance depends on the direction: on a sliding brick of 3 : 2 friction is off by
/// 12° (docs/methods/solver.md).
enum class RStrategy {
    Local,      ///< 1 / A_nn, and 1 / the largest A_ff for friction; R ← 0.9 R
    Global,     ///< `global_r` for every row; R ← 0.1 R
    LocalRows,  ///< 1 / A_ii of each row; R ← 0.9 R
    Blocked,    ///< 1 / A_nn and the inverse of the friction block; never rolled back
};

/// The treatment of a sweep that changes the impulses more than the last accepted one did.
enum class DivergenceRule {
    RollBack,  ///< drop it, and scale R down for all contacts; except with RStrategy::Blocked
    Count      ///< count it and keep it
};

/// The order in which a sweep takes the pairs of bodies.
enum class SweepOrder {
    Given,    ///< that of the contacts, as in the paper
    Coloured  ///< by colours: pairs of one share no body that can move, so that few wait for others
};

/// The treatment of impulses between two sweeps.
enum class Acceleration {
    None,      ///< no treatment: each sweep begins where the last one ended, as in the paper
    Conjugate  ///< they go on along a direction conjugate to the last ones, see contact_sweep.h;
               ///< no sweep is rolled back
};

/// The condition of a contact on bodies that are apart, with a separation s > 0.
enum class GapRule {
    Ignore,  ///< condition of touching bodies: n · u⁺ ≥ 0, the paper's
    Close    ///< condition that they come no closer than touching: n · u⁺ ≥ -s / Δt, see
             ///< contact_sweep.h. Bodies that turn gain no energy by it either, see time_step.cpp
};

/// The correction of penetration.
enum class Stabilization {
    None,
    Pre,  ///< penetration adds to the target velocity along the normal
    Post  ///< a second, frictionless solve moves the positions after the step
};

/// The bound of a step beside the contacts.
enum class StepBound {
    None,  ///< no bound: bodies move as far as their velocities take them
    Ccd    ///< the first contact of every pair: bodies stop there for the rest of the motion
};

/// Everything that changes the results of the solver. The defaults reproduce the paper's study.
/// Erleben [2018], §6.
struct SolverSettings {
    double time_step = 0.01;        ///< Δt > 0 [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< world frame [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0 [-]
    double restitution = 0.0;       ///< e in [0, 1], for the velocity along the normal [-]
    Stepping stepping = Stepping::MoreauMidpoint;
    FrictionModel friction_model = FrictionModel::Disc;
    GapRule gap = GapRule::Ignore;
    bool curvature = true;  ///< true: contacts of exact curved shapes carry curvature rates, see
                            ///< curved_step.h; read by who finds the contacts

    RStrategy r_strategy = RStrategy::Local;
    DivergenceRule divergence_rule = DivergenceRule::RollBack;
    StepBound step_bound = StepBound::None;  ///< read by what moves a scene, see MotionBound
    SweepOrder sweep = SweepOrder::Given;
    Acceleration acceleration = Acceleration::None;
    double global_r = 5.0;              ///< R for RStrategy::Global, > 0 [kg]
    int max_sweeps = 1000;              ///< limit on sweeps over all contacts, ≥ 0
    double absolute_tolerance = 0.0;    ///< residual below which sweeps stop; 0: never [N s]
    double relative_tolerance = 0.0;    ///< relative change of the residual below which sweeps stop
    double stagnation_tolerance = 0.0;  ///< sweeps stop at a residual ≤ this × max |λ|, and what
                                        ///< rests goes on resting, see rest.h; 0: never
    bool warm_start = false;  ///< true: start with the last step's impulses, see
                              ///< time_step.h; the first step with those of rest.h

    Stabilization stabilization = Stabilization::None;
    double stabilization_gain = 0.5;  ///< share of the penetration undone in one step, in [0, 1]
    double min_penetration = 0.001;   ///< penetration that Stabilization::Pre tolerates [m]
    double max_correction = 0.01;     ///< largest correction in one step [m]
};

/// Throws UsageError, naming the setting and its range.
void validate(const SolverSettings& settings);

}  // namespace touchstone
