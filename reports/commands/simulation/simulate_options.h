#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generators/method_list.h"
#include "generators/settings.h"
#include "reports/shell/run_options.h"
#include "testcases/motion/solver.h"

namespace touchstone::reports {

/// What `simulate` is asked for.
struct SimulateOptions {
    RunOptions run;
    std::string case_name;  ///< an id or a scene file
    std::string generator;
    std::optional<std::string> solver;      ///< what moves the bodies; nothing: as the settings say
    std::optional<std::string> step_bound;  ///< what bounds the steps; likewise
    std::vector<std::string> of_solvers;    ///< options of solvers' own: "SOLVER.OPTION=VALUE"
    std::optional<int> steps;
    std::optional<double> time_step;  ///< [s]
    std::optional<int> iterations;    ///< sweeps per step
    std::optional<double> friction;
    std::optional<int> every;            ///< prints each so-and-so-many-th step
    std::optional<std::string> csv;      ///< file for all steps
    bool times = false;                  ///< puts stage times into the CSV
    std::optional<std::string> record;   ///< new recording
    std::optional<std::string> resume;   ///< recording to go on with
    std::optional<std::string> queries;  ///< folder for queries of contact times
    bool force = false;                  ///< replaces an existing recording
    bool limits = false;                 ///< runs the scene's own simulation and holds its limits
};

/// Adds the words of the command line.
void add_simulate_options(CLI::App& command, SimulateOptions& options);

/// Returns the solver that was asked for, or the usual one. Throws UnknownName.
const Solver& asked_solver(const SimulateOptions& options);

/// Returns the settings of the solver's own. Throws UsageError for options of other solvers, and
/// for values that are none of theirs.
MethodSettings own_settings(const SimulateOptions& options, const Solver& solver);

/// Returns the options with the method of a solver that has one of its own and was given no other.
/// Throws UsageError for a bound on steps that the solver does not heed.
SimulateOptions with_own_method(SimulateOptions options, const Solver& solver,
                                const MethodList& methods);

/// Returns the options of a run, with the settings that short options stand for.
RunOptions with_short_options(const SimulateOptions& options);

/// Throws UsageError for options that contradict each other.
void check_use(const SimulateOptions& options);

/// Throws UsageError for options that mean nothing to a solver of motions from collision to
/// collision.
void check_collision_use(const SimulateOptions& options, const Solver& solver);

/// Throws UsageError for an assignment that the solver does not heed.
void check_heeded(const Solver& solver, std::span<const std::string> assignments);

}  // namespace touchstone::reports
