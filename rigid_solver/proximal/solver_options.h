#pragma once

#include "methods/base/option.h"
#include "rigid_solver/proximal/solver_settings.h"

namespace touchstone {

/// What can be set in the solver by name. Gravity, friction and time step are the scene's, and are
/// not among them.
const Options<SolverSettings>& solver_options();

}  // namespace touchstone
