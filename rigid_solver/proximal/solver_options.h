#pragma once

#include "methods/base/options/option.h"
#include "rigid_solver/proximal/solver_settings.h"

namespace touchstone {

/// Returns the options of the solver that can be set by name. Gravity, friction and time step are
/// the scene's, and are not among them.
const Options<SolverSettings>& solver_options();

}  // namespace touchstone
