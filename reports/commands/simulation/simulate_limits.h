#pragma once

#include <optional>

#include "reports/commands/simulation/simulation_run.h"

namespace touchstone::reports {

/// Runs what the case and its variants ask for in `simulate`, and prints which of its limits hold.
/// `steps` replaces the number of steps that they state. Returns the exit status: 1 when a limit is
/// not held. Throws UsageError when neither has one.
int hold_limits(const SimulationRun& run, std::optional<int> steps);

}  // namespace touchstone::reports
