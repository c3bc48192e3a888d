#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "reports/shell/run_options.h"

namespace touchstone::reports {

struct SimulateOptions {
    RunOptions run;
    std::string case_name;  ///< an id or a scene file
    std::string generator;
    std::optional<int> steps;
    std::optional<double> time_step;  ///< [s]
    std::optional<int> iterations;    ///< sweeps per step
    std::optional<double> friction;
    std::optional<int> every;           ///< prints each so-and-so-many-th step
    std::optional<std::string> csv;     ///< file for all steps
    bool times = false;                 ///< puts stage times into the CSV
    std::optional<std::string> record;  ///< new recording
    std::optional<std::string> resume;  ///< recording to go on with
    bool force = false;                 ///< replaces an existing recording
    bool limits = false;                ///< runs the scene's own simulation and holds its limits
};

CLI::App* add_simulate_command(CLI::App& app, SimulateOptions& options);
/// Returns the exit status: 1 when a limit is not held, 130 when Ctrl-C ended it early.
int run_simulate(const SimulateOptions& options);

}  // namespace touchstone::reports
