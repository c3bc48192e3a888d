#pragma once

#include <string_view>

#include "generators/settings.h"
#include "methods/barrier/barrier_surface.h"

namespace touchstone::barrier {

/// Name of the solver that moves bodies by this barrier, the generator's id.
inline constexpr std::string_view kSolverName = "barrier";
/// The setting that chooses it, for the command line.
inline constexpr std::string_view kSolverSetting = "barrier.moves=on";

struct Settings {
    double dhat = 1e-4;  ///< d̂, distance at which the barrier begins [m]
    double y = 0.5;      ///< smallest distance at which bodies are probed, of d̂ [-]
    BarrierPrimitives primitives = BarrierPrimitives::Triangles;

    // Of motion alone; see rigid_solver/barrier/barrier_settings.h. There `y` is where pairs are
    // meant to rest.
    bool moves = false;            ///< true: simulations move the bodies by the barrier itself
    double stick_speed = 1e-5;     ///< ε_v [m/s]
    double accuracy = 1e-7;        ///< ε_d [m/s]
    double shape_stiffness = 1e9;  ///< κ_⊥ [Pa]
    int lags = 2;                  ///< solves per step
};

/// What can be set; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

}  // namespace touchstone::barrier
