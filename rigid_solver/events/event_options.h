#pragma once

#include "methods/base/options/option.h"
#include "rigid_solver/events/event_step.h"

namespace touchstone {

/// Returns the options of motions from collision to collision that can be set by name, in the order
/// of tables. Time step and gravity are the scene's, restitution is an option of all solvers.
const Options<EventSettings>& event_options();

}  // namespace touchstone
