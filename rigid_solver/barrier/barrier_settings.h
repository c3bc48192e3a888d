#pragma once

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"

namespace touchstone {

/// The rules that choose the stiffness κ of the barrier between two bodies.
enum class BarrierStiffness {
    Adaptive,  ///< κ₀ = d̂ F/φ(y_ref) with the weight F of the lighter body; κ rises or falls with
               ///< the distances that bodies keep
    SceneSized  ///< the rule of the program of Li et al. [2020]: κ_min = 1e11 m̄/(4 D B″) for a
                ///< distance √D of 1e-8 of the size l, or more where that balances the other forces
};

/// The rules of time integration.
enum class TimeIntegration {
    ImplicitEuler,  ///< a step by the forces at its end: fast motions die away
    Newmark  ///< a step by the mean of the forces at both ends (β = ¼, γ = ½), which keeps the
             ///< energy of slow motions; for elastic bodies alone
};

/// Everything that changes the results of the barrier solver. Li et al. [2020].
struct BarrierSettings {
    double time_step = 0.01;        ///< h > 0 [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< acceleration of gravity, world frame [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0 [-]
    BarrierPrimitives primitives = BarrierPrimitives::Triangles;  ///< elements that repel
    BarrierStiffness stiffness = BarrierStiffness::Adaptive;  ///< rule for the barrier's stiffness
    TimeIntegration integration = TimeIntegration::ImplicitEuler;  ///< rule of time integration
    double dhat = 1e-4;         ///< d̂ > 0: distance at which the barrier begins [m]
    double stick_speed = 1e-5;  ///< ε_v > 0: speed below which a contact sticks [m/s]
    double accuracy = 1e-7;     ///< ε_d > 0: largest speed of a Newton step that ends the search,
                                ///< at most ε_v/50 with friction [m/s]
    double shape_stiffness = 1e9;  ///< κ_⊥: an eighth of the bodies' Young's modulus [Pa]
    double rest_share = 0.5;  ///< y_ref: distance at which a pair is meant to rest, as a share of
                              ///< d̂ [-]
    int lags = 2;  ///< solves per step ≥ 1, each with the friction that follows from the one before
    int max_iterations = 1000;    ///< limit on the Newton steps of a time step, ≥ 1
    bool check_iterates = false;  ///< true: proves after every Newton step that nothing crosses,
                                  ///< not only at the end of the time step
};

/// Throws UsageError, naming the setting and its range, unless every value is in range.
void validate(const BarrierSettings& settings);

}  // namespace touchstone
