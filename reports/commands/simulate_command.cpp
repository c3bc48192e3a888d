#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "generators/barrier/barrier_settings.h"
#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/commands/event_simulation.h"
#include "reports/commands/simulate_limits.h"
#include "reports/commands/simulate_outcome.h"
#include "reports/commands/simulation_run.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/tables/step_table.h"
#include "reports/text/number_text.h"
#include "testcases/files/scene_script.h"
#include "testcases/impacts/step_queries.h"
#include "testcases/query/barrier_motion.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/long_steps.h"
#include "testcases/query/simulation.h"
#include "testcases/study/paper_tables.h"

namespace touchstone::reports {
namespace {

struct SimulateOptions {
    RunOptions run;
    std::string case_name;  ///< an id or a scene file
    std::string generator;
    std::optional<std::string> solver;      ///< what moves the bodies; nothing: as the settings say
    std::optional<std::string> step_bound;  ///< what bounds the steps; likewise
    std::optional<std::string> impacts;     ///< of the solver `events`: law of impulses
    std::optional<std::string> collision_times;  ///< of the solver `events`: guesses
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

constexpr std::string_view kUsualSolver = "proximal";
constexpr int kMostSteps = 100'000'000;
constexpr int kPrintedSteps = 25;  // about so many lines unless told otherwise

/// The short options are settings of the solver under another name.
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
    if (options.solver == barrier::kSolverName) {
        run.assignments.emplace_back(options.generator == barrier::kSolverName
                                         ? barrier::kSolverSetting
                                         : barrier::kSolverForAllSetting);
    }
    return run;
}

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

std::vector<Pose> poses_of(std::span<const RigidBody> bodies) {
    std::vector<Pose> poses;
    for (const RigidBody& body : bodies) {
        poses.push_back(body.state.world_from_body);
    }
    return poses;
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
                  << "); it may pass through bodies between two queries: --time-step makes steps "
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
            run.queries->write(poses_of(bodies_before), poses_of(simulation.bodies()));
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
                                              std::vector{run.generator});
    if (find_barrier_settings(run.settings, run.generator) == nullptr) {
        require_rigid(run.test_case, "the proximal solver");  // before a line of the table
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
        if (run.recording && simulation.can_resume()) {
            const std::string file = options.record ? *options.record : *options.resume;
            std::cerr << "; go on with: touchstone simulate --resume " << printable(file);
        }
        std::cerr << '\n';
        return kInterruptedStatus;
    }
    return 0;
}

/// The barrier solver finds its own contacts, those of the generator of its name; another one's
/// are recorded beside them when it is named.
SimulateOptions with_solver(SimulateOptions options) {
    if (!options.solver || *options.solver == kUsualSolver) {
        return options;
    }
    if (*options.solver != barrier::kSolverName) {
        throw UnknownName("unknown solver '" + *options.solver +
                          "'; known: " + std::string(kUsualSolver) + ", " +
                          std::string(barrier::kSolverName) + ", " + kEventSolver);
    }
    if (options.generator.empty()) {
        options.generator = barrier::kSolverName;
    }
    if (options.step_bound) {
        throw UsageError("the solver '" + *options.solver +
                         "' bounds its own steps; leave --step-bound out");
    }
    return options;
}

/// Throws UsageError for options that contradict each other.
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

void add_simulate_options(CLI::App& command, SimulateOptions& options) {
    command.add_option("case", options.case_name, "a case or a scene file")->type_name("CASE|FILE");
    command.add_option("--generator,--generators", options.generator, "which generator")
        ->type_name("ID");
    command
        .add_option("--solver", options.solver,
                    "what moves the bodies: proximal (default); barrier, which finds its own "
                    "contacts and records those of --generator when it is given; or events, from "
                    "collision to collision, for exact curved shapes without friction")
        ->type_name("NAME");
    command
        .add_option("--step-bound", options.step_bound,
                    "what bounds a step: none (default), or ccd, the first contact of each pair")
        ->type_name("NAME");
    command
        .add_option("--impacts", options.impacts,
                    "of the solver events: poisson (default), one_by_one or all_rows")
        ->type_name("WORD");
    command
        .add_option("--collision-times", options.collision_times,
                    "of the solver events: guesses by quintic (default), quadratic, newton, "
                    "regula_falsi or bisection")
        ->type_name("WORD");
    command
        .add_option("--steps", options.steps, "how many; default: 500, of a scene script its own")
        ->type_name("N");
    command.add_option("--dt", options.time_step, "time step; default: the case's")
        ->type_name("SECONDS");
    command.add_option("--iterations", options.iterations, "sweeps per step; default: 1000")
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

/// The solver of events finds its own contacts, of the exact shapes, and knows no friction.
int simulate_from_events(const SimulateOptions& options) {
    if (options.resume) {
        throw UsageError("the solver 'events' does not go on with a recording; leave --resume out");
    }
    if (!options.generator.empty() || options.queries || options.limits || options.step_bound ||
        options.iterations || options.friction || options.times) {
        throw UsageError(
            "the solver 'events' takes --dt, --steps, --every, --csv, --record, --impacts, "
            "--collision-times, --set solver.restitution; leave other options out");
    }
    const RunOptions asked = with_short_options(options);
    check_event_assignments(asked.assignments);
    const MethodList methods = make_methods(options.run.commands);
    const StudyRequest request = make_request(asked, {only_case(options.case_name)},
                                              std::array{method_of_exact_shapes(methods)}, methods);
    check_outputs_of(options);
    EventRequest events;
    std::tie(events.steps, events.every) = pace_of(options);
    events.settings.impacts = find_impact_rule(options.impacts.value_or("poisson"));
    events.settings.collisions = find_collision_rule(options.collision_times.value_or("quintic"));
    events.csv = options.csv;
    return run_events(request, std::move(events),
                      options.record
                          ? std::optional(NewRecording{*options.record, options.force, true})
                          : std::nullopt);
}

/// Returns the exit status: 1 when a limit is not held, 130 when Ctrl-C ended it early.
int run_simulate(const SimulateOptions& given) {
    if (given.solver == kEventSolver) {
        return simulate_from_events(given);
    }
    if (given.impacts || given.collision_times) {
        throw UsageError("--impacts and --collision-times are of the solver 'events'");
    }
    const SimulateOptions options = with_solver(given);
    const MethodList methods = make_methods(options.run.commands);
    check_use(options);
    auto [steps, every] = pace_of(options);
    check_outputs_of(options);
    SimulationRun run;
    int threads = options.run.threads.value_or(0);
    if (options.resume) {
        run = resume_run(*options.resume, methods);
    } else {
        const StudyRequest request =
            make_request(with_short_options(options), {only_case(options.case_name)},
                         std::array{options.generator}, methods);
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
