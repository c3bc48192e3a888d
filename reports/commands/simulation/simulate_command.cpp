#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/commands/simulation/event_simulation.h"
#include "reports/commands/simulation/simulate_limits.h"
#include "reports/commands/simulation/simulate_options.h"
#include "reports/commands/simulation/simulate_outcome.h"
#include "reports/commands/simulation/simulation_run.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/terminal.h"
#include "reports/tables/step_table.h"
#include "reports/text/number_text.h"
#include "testcases/files/script/scene_script.h"
#include "testcases/impacts/queries/step_queries.h"
#include "testcases/motion/simulation.h"
#include "testcases/motion/solver.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/long_steps.h"
#include "testcases/study/paper_tables.h"

namespace touchstone::reports {
namespace {

constexpr int kMostSteps = 100'000'000;
constexpr int kPrintedSteps = 25;  // about so many lines unless told otherwise

/// Returns how many steps are asked for, and that each so-and-so-many-th is printed. `own`: the
/// scene's own number.
std::pair<int, int> pace_of(const SimulateOptions& options, std::optional<int> own = {}) {
    const int steps = options.steps.value_or(own.value_or(kPaperSteps));
    check_range("--steps", steps, 1, kMostSteps);
    const int every = options.every.value_or(std::max(1, steps / kPrintedSteps));
    check_range("--every", every, 1, kMostSteps);
    return {steps, every};
}

std::string only_case(const std::string& name) {
    const std::vector<std::string> cases = expand_cases(std::array{name});
    if (cases.size() != 1) {
        throw UsageError("simulate needs one case, and '" + name + "' is a group");
    }
    return cases[0];
}

/// Says of the first step that moves a body too far for its thickness that it does.
void warn_of_long_step(const LongStepWatch& watch, const std::vector<RigidBody>& before,
                       const Simulation& simulation, SimulationRun& run, ProgressBar& bar) {
    if (run.long_step) {
        return;
    }
    run.long_step = watch.find(before, simulation.bodies());
    if (run.long_step) {
        bar.wipe();
        std::cerr << "touchstone: warning: step " << simulation.steps() << " moves '"
                  << printable(before[run.long_step->body].name) << "' by "
                  << millimetres(run.long_step->distance)
                  << ", farther than its thinnest part is thick ("
                  << millimetres(run.long_step->thickness)
                  << "); it may pass through bodies between two queries: --dt makes steps "
                     "shorter\n";
    }
}

/// Steps up to `steps`, or to Ctrl-C.
void run_steps(Simulation& simulation, SimulationRun& run, int steps, int every) {
    note_interrupts();
    ProgressBar bar("steps");
    const int width =
        prints_to_terminal() ? terminal_style().width : std::numeric_limits<int>::max();
    const bool bounded = is_bounded(simulation);
    write_step_heading(std::cout, width, bounded);
    const LongStepWatch watch(simulation.scene());
    const int first = simulation.steps() + 1;
    for (int step = first; step <= steps && !was_interrupted(); ++step) {
        const std::vector<RigidBody> bodies_before = simulation.bodies();
        const StepRecord record = simulation.step();
        if (run.recording) {
            run.recording->write(record);
        }
        if (run.queries) {
            run.queries->write(body_poses(bodies_before), body_poses(simulation.bodies()));
        }
        run.rows.push_back(list_step(record, simulation.scene()));
        warn_of_long_step(watch, bodies_before, simulation, run, bar);
        if ((step - first) % every == 0 || step == steps) {
            bar.wipe();
            write_step_line(std::cout, run.rows.back(), width, bounded);
            std::cout.flush();
        }
        bar.show(step - first + 1, steps - first + 1);
    }
}

int simulate(SimulationRun& run, const SimulateOptions& options, int steps, int every) {
    const StudyScene scene = make_study_scene(run.test_case, true, run.settings, std::nullopt,
                                              std::vector{run.generator}, run.stock);
    run.stock->forget_shapes();
    if (const Solver& solver = solver_of(run.settings, run.generator); !solver.deforms) {
        require_rigid(run.test_case, "the " + solver.title);  // before a line of the table
    }
    Simulation simulation(scene, run.generator, run.settings);
    const std::vector<RigidBody> start = simulation.bodies();
    begin_recording(run, simulation.elastic_rest());
    if (run.last) {
        simulation.resume_after(*run.last);
    }
    if (options.queries) {
        run.queries = make_query_writer(*options.queries, scene);
    }
    std::cout << printable(run.case_name) << ", "
              << printable(run.settings.methods.find(run.generator).title) << ": steps "
              << simulation.steps() + 1 << " to " << steps << " of "
              << rounded_text(1e3 * simulation.solver().time_step, 3) << " ms, friction "
              << exact_text(simulation.solver().friction) << "\n\n";
    run_steps(simulation, run, steps, every);
    if (run.queries) {
        run.queries->finish();
    }
    write_outcome(std::cout, run.rows, simulation, start);
    if (const std::string warning = simulation.warning(); !warning.empty()) {
        std::cerr << "touchstone: " << printable(warning) << '\n';
    }
    if (run.queries) {
        std::cout << "Queries of contact times: " << run.queries->count(ImpactKind::VertexFace)
                  << " of a vertex and a face, " << run.queries->count(ImpactKind::EdgeEdge)
                  << " of two edges\n";
    }
    if (options.csv) {
        const std::vector<std::string> comments{
            "schema touchstone-steps-1", "version " + program_version(),
            "commit " + program_commit(), "case " + run.case_name + ", generator " + run.generator};
        write_output(*options.csv, [&](std::ostream& out) {
            write_steps_csv(out, comments, run.rows, options.times);
        });
    }
    flush_standard_output();
    if (run.recording) {
        tell_written(options.record ? *options.record : *options.resume);
    }
    if (simulation.steps() < steps) {
        std::cerr << "touchstone: stopped by Ctrl-C after step " << simulation.steps() << " of "
                  << steps;
        if (run.recording) {
            const std::string file = options.record ? *options.record : *options.resume;
            std::cerr << "; go on with: touchstone simulate --resume " << printable(file);
        }
        std::cerr << '\n';
        return kInterruptedStatus;
    }
    return 0;
}

void check_outputs_of(const SimulateOptions& options) {
    std::vector<NamedFile> outputs;
    std::vector<NamedFile> inputs = scene_inputs(std::array{options.case_name});
    if (options.csv) {
        outputs.push_back({"--csv", *options.csv});
    }
    if (options.resume) {
        inputs.push_back({"--resume", *options.resume});
    }
    check_outputs(outputs, inputs);
    if (options.record) {
        outputs.push_back({"--record", *options.record});
        check_outputs_apart(outputs, inputs);  // make_place says what else is wrong
    }
}

/// A motion that takes no contacts of methods, and has few of the options.
int simulate_from_events(const SimulateOptions& options, const Solver& solver) {
    check_collision_use(options, solver);
    const RunOptions asked = with_short_options(options);
    check_heeded(solver, asked.assignments);
    const MethodList methods = make_methods(options.run.commands);
    const std::string method = solver.own_method(methods);
    StudyRequest request =
        make_request(asked, {only_case(options.case_name)}, std::array{method}, methods);
    choose_solver(request.settings, solver, method);
    request.settings.mover = own_settings(options, solver);
    check_outputs_of(options);
    EventRequest events;
    std::tie(events.steps, events.every) = pace_of(options);
    events.csv = options.csv;
    return run_events(request, std::move(events),
                      options.record ? std::optional(NewRecording{*options.record, options.force})
                                     : std::nullopt);
}

/// Returns the exit status: 1 when a limit is not held, 130 when Ctrl-C ended it early.
int run_simulate(const SimulateOptions& given) {
    const Solver& solver = asked_solver(given);
    if (solver.make == nullptr) {
        return simulate_from_events(given, solver);
    }
    const MethodSettings own = own_settings(given, solver);
    const MethodList methods = make_methods(given.run.commands);
    const SimulateOptions options = with_own_method(given, solver, methods);
    check_use(options);
    auto [steps, every] = pace_of(options);
    check_outputs_of(options);
    SimulationRun run;
    int threads = options.run.threads.value_or(0);
    if (options.resume) {
        run = resume_run(*options.resume, methods);
    } else {
        StudyRequest request =
            make_request(with_short_options(options), {only_case(options.case_name)},
                         std::array{options.generator}, methods);
        if (options.solver) {
            choose_solver(request.settings, solver, options.generator);
            request.settings.mover = own;
        }
        threads = request.threads;
        std::optional<NewRecording> recording;
        if (options.record) {
            recording = {*options.record, options.force};
        }
        run = begin_run(request, options.limits, recording);
        if (is_scene_script(options.case_name) && run.test_case.simulate) {
            std::tie(steps, every) = pace_of(options, run.test_case.simulate->steps);
        }
    }
    return Arena(threads).execute([&, steps = steps, every = every] {
        return options.limits ? hold_limits(run, options.steps)
                              : simulate(run, options, steps, every);
    });
}

}  // namespace

CommandRun add_simulate(CLI::App& command) {
    return make_command(command, &add_simulate_options, &run_simulate);
}

}  // namespace touchstone::reports
