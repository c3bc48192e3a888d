#include "reports/commands/simulation/simulation_run.h"

#include <iostream>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/provenance/version.h"
#include "reports/shell/output_file.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/motion/solver.h"

namespace touchstone::reports {
namespace {

/// Makes the folder of a new recording. Throws FileError, naming what can be done.
void make_place(const NewRecording& recording) {
    const std::filesystem::path& file = recording.file;
    if (!recording.replaces && std::filesystem::exists(file)) {
        throw FileError(file.string() +
                        ": exists already; --force replaces it, --resume goes on from it");
    }
    check_writable(file);
    if (file.has_parent_path()) {
        std::error_code ignored;  // creating the file tells what is wrong
        std::filesystem::create_directories(file.parent_path(), ignored);
    }
}

/// Throws UsageError, naming the file, for a solver that this program does not have, and for one
/// that settings alone choose, and these do not.
const Solver& recorded_solver(const std::filesystem::path& file, const SimulationRun& run) {
    try {
        const Solver& solver = solver_of(run.settings, run.generator);
        if (solver.is_chosen != nullptr && !solver.is_chosen(run.settings, run.generator)) {
            throw UsageError(printable(file.string()) + ": names the " + solver.title +
                             ", which its settings do not choose (" + solver.choice(run.generator) +
                             "); record it anew");
        }
        return solver;
    } catch (const UnknownName& error) {
        throw UsageError(printable(file.string()) + ": " + error.what() +
                         "; a newer program may have it");
    }
}

/// Throws UsageError, naming the file, for a solver whose recordings do not hold all that a further
/// step needs.
void refuse_lost_motion(const std::filesystem::path& file, const Solver& solver) {
    const bool loses_options = !solver.options.list.empty();
    if (solver.can_resume && !loses_options) {
        return;
    }
    throw UsageError(
        printable(file.string()) + ": a motion by the " + solver.title + " (--solver " + solver.id +
        ") cannot be resumed" +
        (solver.can_resume ? ", since recordings do not hold the options of its own" : "") +
        "; record it anew with more --steps");
}

}  // namespace

SimulationRun begin_run(const StudyRequest& request, bool with_variants,
                        const std::optional<NewRecording>& recording) {
    SimulationRun run;
    run.case_name = request.cases[0];
    run.generator = request.generators[0];
    run.settings = request.settings;
    run.stock = request.stock;
    run.test_case = run.stock->read(run.case_name, run.settings.body_order);
    write_warnings(std::cerr, mesh_warnings(run.test_case));
    if (!with_variants) {
        run.test_case.variants.clear();
    }
    run.settings =
        with_method_solver(with_scene_solver(run.settings, run.test_case), run.generator);
    run.asked = recording;
    if (recording) {
        make_place(*recording);
    }
    return run;
}

void begin_recording(SimulationRun& run, ElasticRest elastic) {
    if (!run.asked) {
        return;
    }
    RecordingHeader header;
    header.version = program_version();
    header.commit = program_commit();
    header.case_name = run.case_name;
    set_scene(header, run.test_case);
    header.generator = run.generator;
    header.settings = assignments(setting_sections(run.settings));
    const Solver& solver = solver_of(run.settings, run.generator);
    header.holds_barrier = solver.keeps_strain;
    header.holds_bound = records_stops(solver, run.settings.solver);
    header.holds_witnesses = solver.bounding == StepBounding::Collisions;
    header.solver = run.settings.moved_by;
    header.elastic = std::move(elastic);
    run.recording = RecordingWriter::create(
        run.asked->file, header, run.asked->replaces ? IfExists::Replace : IfExists::Refuse);
}

SimulationRun resume_run(const std::filesystem::path& file, const MethodList& methods) {
    SimulationRun run;
    RecordingHeader header;
    {
        const Recording recording(file);
        header = recording.header();
        run.case_name = recording.header().case_name;
        run.generator = methods.find(recording.header().generator).id;
        run.settings =
            make_study_settings(Profile::Corrected, methods);  // each of them is set below
        for (const Assignment& assignment : recording.header().settings) {
            assign(run.settings, assignment);
        }
        run.settings.moved_by = recording.header().solver;
        const Solver& named = recorded_solver(file, run);
        // Recordings of older programs do not name the solver, but hold the stops of collisions.
        const bool has_stops =
            recording.header().holds_bound && !records_stops(named, run.settings.solver);
        const Solver& solver = has_stops ? collision_solver() : named;
        refuse_lost_motion(file, solver);
        run.test_case = recording.test_case();
        const StudyScene scene =
            make_study_scene(run.test_case, true, run.settings, std::nullopt, {}, run.stock);
        for (int step = 1; step <= recording.steps(); ++step) {
            StepRecord record = recording.read_step(step);
            run.rows.push_back(list_step(record, scene));
            run.last = std::move(record);
        }
    }
    run.recording = RecordingWriter::append(file, &header);
    return run;
}

StepQueryWriter make_query_writer(const std::string& folder, const StudyScene& scene) {
    std::vector<RecordedBody> bodies;
    bodies.reserve(scene.surfaces.size());
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        bodies.push_back({&scene.surfaces[i], scene.test_case.bodies[i].fixed});
    }
    return {folder, bodies};
}

}  // namespace touchstone::reports
