#pragma once

#include "generators/settings.h"
#include "methods/barrier/barrier_surface.h"

namespace touchstone::barrier {

struct Settings {
    double dhat = 1e-4;  ///< d̂, distance at which the barrier begins [m]
    double y = 0.5;      ///< smallest distance at which bodies are probed, of d̂ [-]
    BarrierPrimitives primitives = BarrierPrimitives::Triangles;
};

/// What can be set; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

}  // namespace touchstone::barrier
