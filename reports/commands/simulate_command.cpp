#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/barrier/barrier_settings.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/commands/event_simulation.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/tables/step_table.h"
#include "reports/text/number_text.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/files/scene_file.h"
#include "testcases/impacts/step_queries.h"
#include "testcases/query/barrier_motion.h"
#include "testcases/query/limits.h"
#include "testcases/query/long_steps.h"
#include "testcases/query/motion_summary.h"
#include "testcases/query/simulation.h"
#include "testcases/recordings/recording.h"
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
        run.assignments.push_back("solver.time_step=" + exact_text(*options.time_step));
    }
    if (options.iterations) {
        run.assignments.push_back("solver.max_sweeps=" + std::to_string(*options.iterations));
    }
    if (options.friction) {
        run.assignments.push_back("solver.friction=" + exact_text(*options.friction));
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

std::string only_case(const std::string& name) {
    const std::vector<std::string> cases = expand_cases(std::array{name});
    if (cases.size() != 1) {
        throw UsageError("simulate needs one case, and '" + name + "' is a group");
    }
    return cases[0];
}

std::string metres(double value) { return rounded_text(1e3 * value, 3) + " mm"; }

bool is_bounded(const Simulation& simulation) {
    return simulation.solver().step_bound == StepBound::Ccd;
}

/// Two bodies that ended each other's motion.
struct StoppedPair {
    std::pair<int, int> bodies;
    int count = 0;
    int first_step = 0;
    double first_share = 0.0;  ///< of that step
};

/// The pair that did so most often; of several the one that did first.
StoppedPair most_stopped_pair(const std::vector<ListedStep>& rows) {
    std::vector<StoppedPair> pairs;
    for (const ListedStep& row : rows) {
        for (const StepStop& stop : row.stops) {
            const std::pair bodies(stop.body_a, stop.body_b);
            auto found = std::ranges::find(pairs, bodies, &StoppedPair::bodies);
            if (found == pairs.end()) {
                found = pairs.insert(found, StoppedPair{bodies, 0, row.step, stop.share});
            }
            ++found->count;
        }
    }
    const auto most = std::ranges::max_element(pairs, {}, &StoppedPair::count);
    return most == pairs.end() ? StoppedPair() : *most;
}

/// What came of the step bound, for scenes that have one.
void write_bound(std::ostream& out, const std::vector<ListedStep>& rows,
                 const std::vector<RigidBody>& bodies) {
    int stops = 0;
    int contacts = 0;
    double seconds = 0.0;
    for (const ListedStep& row : rows) {
        stops += static_cast<int>(std::ssize(row.stops));
        contacts += row.stop_contacts;
        seconds += row.times.bound;
    }
    out << "\nStep bound: " << stops << " motions ended at another body, " << contacts
        << " contacts added where the method had none; "
        << rounded_text(1e3 * seconds / static_cast<double>(std::max<std::size_t>(1, rows.size())),
                        3)
        << " ms per step";
    if (const StoppedPair pair = most_stopped_pair(rows); pair.count > 0) {
        out << ". Most often " << printable(bodies[pair.bodies.first].name) << " and "
            << printable(bodies[pair.bodies.second].name) << ", " << pair.count
            << " times, first at " << rounded_text(pair.first_share, 3) << " of step "
            << pair.first_step;
    }
}

/// What is said after the last step.
void write_outcome(std::ostream& out, const std::vector<ListedStep>& rows,
                   const Simulation& simulation, const std::vector<RigidBody>& start) {
    std::vector<int> counts;
    double detection = 0.0;
    double solve = 0.0;
    double contact_sweeps = 0.0;
    for (const ListedStep& row : rows) {
        counts.push_back(row.contacts);
        detection += row.times.detection;
        solve += row.times.solve;
        contact_sweeps += static_cast<double>(row.contacts) * row.sweeps;
    }
    int silent_steps = 0;
    int most_silent = 0;
    for (const ListedStep& row : rows) {
        silent_steps += row.silent > 0 ? 1 : 0;
        most_silent = std::max(most_silent, row.silent);
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
    if (is_bounded(simulation)) {
        write_bound(out, rows, start);
    }
    if (silent_steps > 0) {
        out << "\nSilent: in " << silent_steps << " of " << rows.size()
            << " steps bodies overlap without a contact, up to " << most_silent
            << " pairs in a step";
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
    out << "Largest drift: " << metres(verdict.drift) << " ("
        << printable(start[verdict.drift_body].name)
        << "); largest tilt: " << rounded_text(verdict.tilt, 3) << "° ("
        << printable(start[verdict.tilt_body].name) << ")\n";
    out << "After step " << simulation.steps() << " the scene "
        << (verdict.stands ? "stands" : "has fallen") << " (fallen: a body turned by more than "
        << rounded_text(kFallenTilt, 0) << "°, or moved by more than "
        << rounded_text(100.0 * kFallenDrift, 0) << " % of the scene's height).\n";
}

/// What is simulated, and where its steps go.
struct Run {
    std::string case_name;
    std::string generator;
    StudySettings settings;
    TestCase test_case;
    std::vector<ListedStep> rows;  ///< finished before
    std::optional<StepRecord> last;
    std::optional<LongStep> long_step;  ///< the first one that was told
    std::optional<RecordingWriter> recording;
    std::optional<StepQueryWriter> queries;
};

/// Makes the folder of a new recording. Throws FileError, naming what can be done.
void make_place(const std::filesystem::path& file, bool force) {
    if (!force && std::filesystem::exists(file)) {
        throw FileError(file.string() +
                        ": exists already; --force replaces it, --resume goes on from it");
    }
    check_writable(file);
    if (file.has_parent_path()) {
        std::error_code ignored;  // creating the file tells what is wrong
        std::filesystem::create_directories(file.parent_path(), ignored);
    }
}

Run begin_run(const SimulateOptions& options, const StudyRequest& request) {
    Run run;
    run.case_name = request.cases[0];
    run.generator = request.generators[0];
    run.settings = request.settings;
    run.test_case = load_test_case(run.case_name, run.settings.body_order);
    write_warnings(std::cerr, mesh_warnings(run.test_case));
    if (!options.limits) {
        run.test_case.variants.clear();  // others than the one that is simulated
    }
    run.settings =
        with_method_solver(with_scene_solver(run.settings, run.test_case), run.generator);
    if (options.record) {
        make_place(*options.record, options.force);
        RecordingHeader header;
        header.version = program_version();
        header.commit = program_commit();
        header.case_name = run.case_name;
        header.scene = write_scene(with_inline_meshes(run.test_case));
        header.generator = run.generator;
        header.settings = assignments(setting_sections(run.settings));
        header.holds_barrier = find_barrier_settings(run.settings, run.generator) != nullptr;
        header.holds_bound =
            !header.holds_barrier && run.settings.solver.step_bound == StepBound::Ccd;
        run.recording = RecordingWriter::create(
            *options.record, header, options.force ? IfExists::Replace : IfExists::Refuse);
    }
    return run;
}

Run resume_run(const std::filesystem::path& file, const MethodList& methods) {
    Run run;
    {
        const Recording recording(file);
        run.case_name = recording.header().case_name;
        run.generator = methods.find(recording.header().generator).id;
        run.settings =
            make_study_settings(Profile::Corrected, methods);  // each of them is set below
        for (const Assignment& assignment : recording.header().settings) {
            assign(run.settings, assignment);
        }
        run.test_case = recording.test_case();
        const StudyScene scene =
            make_study_scene(run.test_case, true, run.settings, std::nullopt, {});
        for (int step = 1; step <= recording.steps(); ++step) {
            StepRecord record = recording.read_step(step);
            run.rows.push_back(list_step(record, scene));
            run.last = std::move(record);
        }
    }
    run.recording = RecordingWriter::append(file);
    return run;
}

std::vector<Pose> poses_of(std::span<const RigidBody> bodies) {
    std::vector<Pose> poses;
    for (const RigidBody& body : bodies) {
        poses.push_back(body.state.world_from_body);
    }
    return poses;
}

StepQueryWriter make_query_writer(const std::string& folder, const StudyScene& scene) {
    std::vector<RecordedBody> bodies;
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        bodies.push_back({&scene.surfaces[i], scene.test_case.bodies[i].fixed});
    }
    return {folder, bodies};
}

/// Says of the first step that moves a body too far for its thickness that it does.
void warn_of_long_step(const LongStepWatch& watch, const std::vector<RigidBody>& before,
                       const Simulation& simulation, Run& run, ProgressBar& bar) {
    if (run.long_step) {
        return;
    }
    run.long_step = watch.find(before, simulation.bodies());
    if (run.long_step) {
        bar.wipe();
        std::cerr << "touchstone: warning: step " << simulation.steps() << " moves '"
                  << printable(before[run.long_step->body].name) << "' by "
                  << metres(run.long_step->distance)
                  << ", farther than its thinnest part is thick ("
                  << metres(run.long_step->thickness)
                  << "); it may pass through bodies between two queries: --time-step makes steps "
                     "shorter\n";
    }
}

/// Steps up to `steps`, or to Ctrl-C.
void run_steps(Simulation& simulation, Run& run, int steps, int every) {
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

int simulate(Run& run, const SimulateOptions& options, int steps, int every) {
    const StudyScene scene = make_study_scene(run.test_case, true, run.settings, std::nullopt,
                                              std::vector{run.generator});
    Simulation simulation(scene, run.generator, run.settings);
    const std::vector<RigidBody> start = simulation.bodies();
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

void write_limits(std::ostream& out, const LimitReport& report) {
    for (const LimitOutcome& outcome : report.outcomes) {
        out << (outcome.held ? "held    " : "BROKEN  ") << printable(outcome.name) << ": limit "
            << exact_text(outcome.limit);
        if (outcome.slack > 0.0) {
            out << " ± " << exact_text(outcome.slack);
        }
        out << (outcome.measured() ? ", found " + exact_text(outcome.found) : ", not measured")
            << " (" << printable(outcome.looked_at) << ")\n";
    }
    out << "Solver: " << report.diverging_sweeps << " diverging sweeps, largest error of a step "
        << exact_text(report.largest_error) << " N s\n";
}

/// Runs what the scene's `simulate` asks for, if it has one; true when its limits hold.
bool hold_limits_of(const StudyScene& scene, const std::string& name, const Run& run, int steps) {
    if (!scene.test_case.simulate) {
        return true;
    }
    const LimitReport report = run_limits(scene, run.generator, run.settings, steps);
    std::cout << printable(name) << ", "
              << printable(run.settings.methods.find(run.generator).title) << ": " << report.steps
              << " steps\n\n";
    write_limits(std::cout, report);
    flush_standard_output();
    return report.held();
}

/// The limits of the scene and of its variants: 1 when one is not held.
int hold_limits(const Run& run, std::optional<int> steps) {
    const auto has_limits = [](const TestCase& scene) { return scene.simulate.has_value(); };
    if (!has_limits(run.test_case) && std::ranges::none_of(run.test_case.variants, has_limits)) {
        throw UsageError("'" + run.case_name +
                         "' has no \"simulate\"; leave --limits out, or add one to the scene");
    }
    const StudyScene scene = make_study_scene(run.test_case, true, run.settings, std::nullopt,
                                              std::vector{run.generator});
    bool held = hold_limits_of(scene, run.case_name, run, steps.value_or(0));
    for (const StudyScene& variant : scene.variants) {
        const std::string name = run.case_name + ", variant " + variant.test_case.id;
        std::cout << '\n';
        held = hold_limits_of(variant, name, run, steps.value_or(0)) && held;
    }
    return held ? 0 : 1;
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
    command.add_option("--steps", options.steps, "how many; default: 500")->type_name("N");
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
int run_events(const SimulateOptions& options) {
    if (!options.generator.empty() || options.record || options.resume || options.queries ||
        options.limits || options.step_bound || options.iterations || options.friction ||
        options.times) {
        throw UsageError(
            "the solver 'events' takes a case with --dt, --steps, --every, --csv, --impacts, "
            "--collision-times and --set solver.restitution; leave other options out");
    }
    const std::array generators{std::string("smooth")};
    const StudyRequest request =
        make_request(with_short_options(options), {only_case(options.case_name)}, generators,
                     make_methods(options.run.commands));
    EventRequest events;
    events.case_name = request.cases[0];
    events.scene = load_test_case(events.case_name, request.settings.body_order);
    const SolverSettings solver =
        solver_settings(with_scene_solver(request.settings, events.scene), events.scene);
    events.settings.time_step = solver.time_step;
    events.settings.gravity = solver.gravity;
    events.settings.restitution = solver.restitution;
    events.settings.impacts = find_impact_rule(options.impacts.value_or("poisson"));
    events.settings.collisions = find_collision_rule(options.collision_times.value_or("quintic"));
    events.steps = options.steps.value_or(kPaperSteps);
    check_range("--steps", events.steps, 1, kMostSteps);
    events.every = options.every.value_or(std::max(1, events.steps / kPrintedSteps));
    check_range("--every", events.every, 1, kMostSteps);
    events.csv = options.csv;
    check_outputs_of(options);
    return simulate_events(events);
}

/// Returns the exit status: 1 when a limit is not held, 130 when Ctrl-C ended it early.
int run_simulate(const SimulateOptions& given) {
    if (given.solver == kEventSolver) {
        return run_events(given);
    }
    if (given.impacts || given.collision_times) {
        throw UsageError("--impacts and --collision-times are of the solver 'events'");
    }
    const SimulateOptions options = with_solver(given);
    const MethodList methods = make_methods(options.run.commands);
    check_use(options);
    const int steps = options.steps.value_or(kPaperSteps);
    check_range("--steps", steps, 1, kMostSteps);
    const int every = options.every.value_or(std::max(1, steps / kPrintedSteps));
    check_range("--every", every, 1, kMostSteps);
    check_outputs_of(options);
    Run run;
    int threads = options.run.threads.value_or(0);
    if (options.resume) {
        run = resume_run(*options.resume, methods);
    } else {
        const StudyRequest request =
            make_request(with_short_options(options), {only_case(options.case_name)},
                         std::array{options.generator}, methods);
        threads = request.threads;
        run = begin_run(options, request);
    }
    tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : threads);
    return arena.execute([&] {
        return options.limits ? hold_limits(run, options.steps)
                              : simulate(run, options, steps, every);
    });
}

}  // namespace

CommandRun add_simulate(CLI::App& command) {
    return make_command(command, &add_simulate_options, &run_simulate);
}

}  // namespace touchstone::reports
