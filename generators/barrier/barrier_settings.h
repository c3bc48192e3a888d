#pragma once

#include <string_view>

#include "generators/generator.h"
#include "generators/settings.h"
#include "methods/barrier/barrier_surface.h"

namespace touchstone::barrier {

/// The method's id, which names its settings on command lines and in scene files.
inline constexpr std::string_view kMethodId = "barrier";

/// How stiff the barrier between two bodies is.
enum class StiffnessRule {
    Adaptive,   ///< the weight of the smaller one rests at y, and it follows what happens
    SceneSized  ///< as the program of Li et al. [2020] chooses it
};

/// Of which forces a step is made; see rigid_solver/barrier/barrier_settings.h.
enum class Integration { ImplicitEuler, Newmark };

struct Settings {
    double dhat = 1e-4;  ///< d̂, distance at which the barrier begins [m], or a share, see below
    bool dhat_is_share = false;  ///< true: of l, which is the size of the smaller body of a pair,
                                 ///< in motion the diagonal of the box around all that can move
    double y = 0.5;              ///< smallest distance at which bodies are probed, of d̂ [-]
    BarrierPrimitives primitives = BarrierPrimitives::Triangles;

    // Of motion alone; see rigid_solver/barrier/barrier_settings.h. There `y` is where pairs are
    // meant to rest.
    Moves moves = Moves::Off;
    StiffnessRule stiffness = StiffnessRule::Adaptive;
    Integration integration = Integration::ImplicitEuler;
    double stick_speed = 1e-5;     ///< ε_v [m/s]
    double accuracy = 1e-7;        ///< ε_d [m/s]
    double shape_stiffness = 1e9;  ///< κ_⊥ [Pa]
    int lags = 2;                  ///< solves per step
};

/// Returns d̂ for bodies of that size l [m].
double dhat_of(const Settings& settings, double size);

/// What can be set; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

/// Returns the simulations whose bodies the barrier moves.
Moves moves(const MethodSettings& settings);

}  // namespace touchstone::barrier
