#include "reports/commands/simulation/simulate_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "reports/shell/option_flags.h"

namespace touchstone::reports {
namespace {

std::string solver_summaries() {
    return join(all_solvers(), "; ",
                [](const Solver& solver) { return solver.id + " (" + solver.summary + ")"; });
}

/// The words of the command line for a solver's own options: "--impacts, --collision-times".
std::string own_flags(const Solver& solver) {
    return join(solver.options.list, ", ",
                [](const Option<MethodSettings>& option) { return flag_word(option.id); });
}

}  // namespace

void add_simulate_options(CLI::App& command, SimulateOptions& options) {
    command.add_option("case", options.case_name, "a case or a scene file")->type_name("CASE|FILE");
    command.add_option("--generator,--generators", options.generator, "which generator")
        ->type_name("ID");
    command.add_option("--solver", options.solver, "what moves the bodies: " + solver_summaries())
        ->type_name("NAME");
    command
        .add_option("--step-bound", options.step_bound,
                    "what bounds a step: none (default), or ccd, the first contact of each pair")
        ->type_name("NAME");
    for (const Solver& solver : all_solvers()) {
        std::vector<OptionLine> lines = option_lines(solver.options.list);
        for (OptionLine& line : lines) {
            line.meaning = "of the solver " + solver.id + ": " + line.meaning;
        }
        add_option_flags(command, solver.id, lines, options.of_solvers);
    }
    command
        .add_option("--steps", options.steps, "how many; default: 500, of a scene script its own")
        ->type_name("N");
    command.add_option("--dt", options.time_step, "time step; default: the case's")
        ->type_name("SECONDS");
    command
        .add_option("--iterations", options.iterations,
                    "at most so many sweeps per step; default: 1000")
        ->type_name("N");
    command
        .add_option("--friction", options.friction, "Coulomb's coefficient; default: the case's")
        ->type_name("MU");
    command.add_option("--every", options.every, "print each N-th step; default: about 25 lines")
        ->type_name("N");
    command.add_option("--csv", options.csv, "write the table of all steps")->type_name("FILE");
    command.add_flag("--times", options.times, "with stage times, which differ from run to run");
    CLI::Option* record = command.add_option("--record", options.record,
                                             "record every step, see docs/formats/recordings.md");
    record->type_name("FILE");
    command.add_flag("--force", options.force, "replace a recording that is there")->needs(record);
    command
        .add_option("--resume", options.resume,
                    "go on with a recording: its case, generator and settings, up to --steps")
        ->type_name("FILE")
        ->excludes(record);
    command
        .add_option("--record-queries", options.queries,
                    "write which vertices, faces and edges come near each other in each step, as "
                    "queries for touchstone report ccd, to a folder")
        ->type_name("DIR");
    command.add_flag(
        "--limits", options.limits,
        "run what the scene's \"simulate\" asks for; status 1 when a limit is not held");
    add_settings_options(command, options.run);
}

const Solver& asked_solver(const SimulateOptions& options) {
    return options.solver ? find_solver(*options.solver) : usual_solver();
}

MethodSettings own_settings(const SimulateOptions& options, const Solver& solver) {
    MethodSettings settings = solver.options.corrected;
    for (const std::string& text : options.of_solvers) {
        const Assignment assignment = parse_assignment(text);
        if (assignment.owner != solver.id) {
            throw UsageError(flag_word(assignment.option) + " is of the solver '" +
                             assignment.owner + "'");
        }
        set_option(settings, solver.options.list, solver.id, assignment.option, assignment.value);
    }
    return settings;
}

SimulateOptions with_own_method(SimulateOptions options, const Solver& solver,
                                const MethodList& methods) {
    if (options.solver && options.generator.empty() && solver.own_method != nullptr) {
        options.generator = solver.own_method(methods);
    }
    if (options.step_bound && solver.bounding != StepBounding::BySettings) {
        throw UsageError("the solver '" + solver.id +
                         "' bounds its own steps; leave --step-bound out");
    }
    return options;
}

RunOptions with_short_options(const SimulateOptions& options) {
    RunOptions run = options.run;
    if (options.time_step) {
        run.assignments.push_back(
            number_assignment("--dt", "solver.time_step", *options.time_step));
    }
    if (options.iterations) {
        run.assignments.push_back("solver.max_sweeps=" + std::to_string(*options.iterations));
    }
    if (options.friction) {
        run.assignments.push_back(
            number_assignment("--friction", "solver.friction", *options.friction));
    }
    if (options.step_bound) {
        run.assignments.push_back("solver.step_bound=" + *options.step_bound);
    }
    if (options.solver && asked_solver(options).choice != nullptr) {
        run.assignments.push_back(asked_solver(options).choice(options.generator));
    }
    return run;
}

void check_use(const SimulateOptions& options) {
    if (options.limits && (options.resume || options.record || options.csv || options.queries)) {
        throw UsageError(
            "--limits judges a run as a whole; leave --record, --record-queries, --resume and "
            "--csv out");
    }
    if (!options.resume) {
        if (options.case_name.empty() || options.generator.empty()) {
            throw UsageError("simulate needs a case and --generator, or --resume RECORDING");
        }
        return;
    }
    if (!options.case_name.empty() || !options.generator.empty() || options.record ||
        options.time_step || options.iterations || options.friction || options.solver ||
        options.step_bound || !options.run.assignments.empty()) {
        throw UsageError(
            "--resume takes case, generator and settings from the recording; leave them out");
    }
}

void check_collision_use(const SimulateOptions& options, const Solver& solver) {
    if (options.resume) {
        throw UsageError("the solver '" + solver.id +
                         "' does not go on with a recording; leave --resume out");
    }
    if (!options.generator.empty() || options.queries || options.limits || options.step_bound ||
        options.iterations || options.friction || options.times) {
        throw UsageError("the solver '" + solver.id +
                         "' takes --dt, --steps, --every, --csv, --record, " + own_flags(solver) +
                         ", --set " + join(solver.heeded, ", --set ") +
                         "; leave other options out");
    }
}

void check_heeded(const Solver& solver, std::span<const std::string> assignments) {
    for (const std::string& assignment : assignments) {
        const std::string id = assignment.substr(0, assignment.find('='));
        if (std::ranges::find(solver.heeded, id) == solver.heeded.end()) {
            throw UsageError("the solver '" + solver.id + "' (" + solver.summary +
                             ") has no use for '" + id + "'; of --set it takes " +
                             join(solver.heeded, " and "));
        }
    }
}

}  // namespace touchstone::reports
