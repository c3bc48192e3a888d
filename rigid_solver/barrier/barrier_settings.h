#pragma once

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"

namespace touchstone {

/// How stiff the barrier between two bodies is.
enum class BarrierStiffness {
    Adaptive,  ///< κ₀ = d̂ F/φ(y_ref) with the weight F of the smaller body; it follows what happens
    SceneSized  ///< as the program of Li et al. [2020] chooses it: κ_min = 1e11 m̄/(4 D B″) for a
                ///< distance √D of 1e-8 of the size l, or more where that balances the other forces
};

/// How a step is made of the forces in it.
enum class TimeIntegration {
    ImplicitEuler,  ///< of those at its end: fast motions die away
    Newmark  ///< of the mean of those at both ends (β = ¼, γ = ½), which keeps the energy of
             ///< slow motions; elastic bodies alone
};

/// Everything that changes the results of the barrier solver. Li et al. [2020].
struct BarrierSettings {
    double time_step = 0.01;        ///< h > 0 [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< world frame [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0 [-]
    BarrierPrimitives primitives = BarrierPrimitives::Triangles;
    BarrierStiffness stiffness = BarrierStiffness::Adaptive;
    TimeIntegration integration = TimeIntegration::ImplicitEuler;
    double dhat = 1e-4;         ///< d̂ > 0: distance at which the barrier begins [m]
    double stick_speed = 1e-5;  ///< ε_v > 0: speed below which a contact sticks [m/s]
    double accuracy = 1e-7;     ///< ε_d > 0: largest speed of a Newton step that ends the search,
                                ///< at most ε_v/50 with friction [m/s]
    double shape_stiffness = 1e9;  ///< κ_⊥: an eighth of the bodies' Young's modulus [Pa]
    double rest_share = 0.5;       ///< y_ref: distance at which a pair is meant to rest, of d̂ [-]
    int lags = 2;                  ///< solves per step, each with friction of the one before, ≥ 1
    int max_iterations = 200;      ///< limit on Newton steps in a step, ≥ 1
    bool check_iterates = false;   ///< true: proves after every iterate that nothing crosses, not
                                   ///< only after the step
};

/// Throws UsageError, naming the setting, its range and the reason.
void validate(const BarrierSettings& settings);

}  // namespace touchstone
