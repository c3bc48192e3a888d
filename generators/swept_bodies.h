#pragma once

#include <span>
#include <vector>

#include "generators/generator.h"
#include "generators/scene_body.h"
#include "methods/base/boxes/box_sweep.h"

namespace touchstone {

// Which bodies a query has to ask a method about: those whose bounds, grown by what the bodies may
// travel in the time over which the method follows them, come within its reach.

/// The time over which bodies are followed, and the acceleration in it.
struct Sweep {
    double time = 0.0;          ///< [s]; 0: not at all
    double acceleration = 0.0;  ///< [m/s²]
};

/// Returns the sweep over which a method follows bodies in a query.
Sweep sweep_of(const Generator& generator, const Query& query);

/// Returns the bounds of bodies, grown by what they travel, world frame [m].
std::vector<BodyBox> swept_boxes(std::span<const SceneBody> bodies, const Sweep& sweep);

/// Returns the method's reach plus the rounding of coordinates [m]: the broad phase only has to be
/// conservative, the methods decide.
double broad_reach(std::span<const SceneBody> bodies, const Generator& generator,
                   const Query& query);

}  // namespace touchstone
