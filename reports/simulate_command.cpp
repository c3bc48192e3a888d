#include "reports/simulate_command.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>

#include "methods/base/error.h"
#include "reports/interrupt.h"
#include "reports/number_text.h"
#include "reports/output_file.h"
#include "reports/progress_bar.h"
#include "reports/step_table.h"
#include "testcases/motion_summary.h"
#include "testcases/simulation.h"

namespace touchstone {
namespace {

constexpr int kInterrupted = 130;  // as a shell reports a program that Ctrl-C ended
constexpr int kPaperSteps = 500;   // Erleben [2018], Table 6
constexpr int kMostSteps = 100'000'000;
constexpr int kPrintedSteps = 25;  // about so many lines unless told otherwise

void check_range(const char* option, int value, int low, int high) {
    if (value < low || value > high) {
        throw UsageError(std::string(option) + " must be in " + std::to_string(low) + "…" +
                         std::to_string(high) + ", found " + std::to_string(value));
    }
}

/// The short options are settings of the solver under another name.
RunOptions with_short_options(const SimulateOptions& options) {
    RunOptions run = options.run;
    if (options.time_step) {
        run.assignments.push_back("solver.time_step=" + exact_text(*options.time_step));
    }
    if (options.iterations) {
        run.assignments.push_back("solver.max_sweeps=" + std::to_string(*options.iterations));
    }
    if (options.friction) {
        run.assignments.push_back("solver.friction=" + exact_text(*options.friction));
    }
    return run;
}

std::string only_case(const std::string& name) {
    const std::vector<std::string> cases = expand_cases(std::array{name});
    if (cases.size() != 1) {
        throw UsageError("simulate needs one case, and '" + name + "' is a group");
    }
    return cases[0];
}

std::string metres(double value) { return rounded_text(1e3 * value, 3) + " mm"; }

/// What is said after the last step.
void write_outcome(std::ostream& out, const std::vector<StepRow>& rows,
                   const Simulation& simulation, const std::vector<RigidBody>& start) {
    std::vector<int> counts;
    double detection = 0.0;
    double solve = 0.0;
    double contact_sweeps = 0.0;
    for (const StepRow& row : rows) {
        counts.push_back(row.contacts);
        detection += row.times.detection;
        solve += row.times.solve;
        contact_sweeps += static_cast<double>(row.contacts) * row.sweeps;
    }
    const CountStatistics count = count_statistics(counts);
    out << "\nContacts: mean " << rounded_text(count.mean, 2) << ", min " << count.min << ", max "
        << count.max << ", standard deviation " << rounded_text(count.deviation, 2) << "\n";
    const auto steps = static_cast<double>(std::max<std::size_t>(1, rows.size()));
    out << "Time per step: finding contacts " << rounded_text(1e3 * detection / steps, 3)
        << " ms, solving " << rounded_text(1e3 * solve / steps, 3) << " ms";
    if (contact_sweeps > 0.0) {
        out << " (" << rounded_text(1e9 * solve / contact_sweeps, 1)
            << " ns per contact and sweep)";
    }
    std::vector<BodyState> now;
    for (const RigidBody& body : simulation.bodies()) {
        now.push_back(body.state);
    }
    const MotionVerdict verdict = judge_motion(
        start, now, moving_height(simulation.scene(), start, simulation.solver().gravity));
    out << "\n";
    if (verdict.drift_body < 0) {
        out << "No body of the scene can move.\n";
        return;
    }
    out << "Largest drift: " << metres(verdict.drift) << " (" << start[verdict.drift_body].name
        << "); largest tilt: " << rounded_text(verdict.tilt, 3) << "° ("
        << start[verdict.tilt_body].name << ")\n";
    out << "After step " << simulation.steps() << " the scene "
        << (verdict.stands ? "stands" : "has fallen") << " (fallen: a body turned by more than "
        << rounded_text(kFallenTilt, 0) << "°, or moved by more than "
        << rounded_text(100.0 * kFallenDrift, 0) << " % of the scene's height).\n";
}

std::vector<StepRow> run_steps(Simulation& simulation, int steps, int every) {
    std::vector<StepRow> rows;
    note_interrupts();
    ProgressBar bar("steps");
    write_step_heading(std::cout);
    const int first = simulation.steps() + 1;
    for (int step = first; step <= steps && !was_interrupted(); ++step) {
        const StepRecord record = simulation.step();
        rows.push_back(make_step_row(record));
        if ((step - first) % every == 0 || step == steps) {
            bar.wipe();
            write_step_line(std::cout, rows.back());
            std::cout.flush();
        }
        bar.show(step - first + 1, steps - first + 1);
    }
    return rows;
}

}  // namespace

CLI::App* add_simulate_command(CLI::App& app, SimulateOptions& options) {
    CLI::App* command = app.add_subcommand(
        "simulate", "Let a test case move under the contacts of a generator, and see if it stands");
    command->add_option("case", options.case_name, "a case or a scene file")
        ->required()
        ->type_name("CASE|FILE");
    command->add_option("--generator", options.generator, "which generator")
        ->required()
        ->type_name("ID");
    command->add_option("--steps", options.steps, "how many; default: 500")->type_name("N");
    command->add_option("--dt", options.time_step, "time step; default: the case's")
        ->type_name("SECONDS");
    command->add_option("--iterations", options.iterations, "sweeps per step; default: 1000")
        ->type_name("N");
    command
        ->add_option("--friction", options.friction, "Coulomb's coefficient; default: the case's")
        ->type_name("MU");
    command->add_option("--every", options.every, "print each N-th step; default: about 25 lines")
        ->type_name("N");
    command->add_option("--csv", options.csv, "write the table of all steps")->type_name("FILE");
    command->add_flag("--times", options.times, "with stage times, which differ from run to run");
    add_settings_options(*command, options.run);
    return command;
}

int run_simulate(const SimulateOptions& options) {
    const int steps = options.steps.value_or(kPaperSteps);
    check_range("--steps", steps, 1, kMostSteps);
    const int every = options.every.value_or(std::max(1, steps / kPrintedSteps));
    check_range("--every", every, 1, kMostSteps);
    const RunOptions run = with_short_options(options);
    const StudyRequest request =
        make_request(run, {only_case(options.case_name)}, std::array{options.generator});
    if (options.csv) {
        check_writable(*options.csv);
    }
    tbb::task_arena arena(request.threads == 0 ? tbb::task_arena::automatic : request.threads);
    return arena.execute([&] {
        const StudyScene scene =
            make_study_scene(request.cases[0], request.settings, std::nullopt, request.generators);
        Simulation simulation(scene, request.generators[0], request.settings);
        const std::vector<RigidBody> start = simulation.bodies();
        const std::vector<StepRow> rows = run_steps(simulation, steps, every);
        write_outcome(std::cout, rows, simulation, start);
        if (options.csv) {
            write_output(*options.csv,
                         [&](std::ostream& out) { write_steps_csv(out, {}, rows, options.times); });
        }
        flush_standard_output();
        if (std::ssize(rows) < steps) {
            std::cerr << "touchstone: stopped by Ctrl-C after step " << simulation.steps() << " of "
                      << steps << '\n';
            return kInterrupted;
        }
        return 0;
    });
}

}  // namespace touchstone
