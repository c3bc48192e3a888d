#include "testcases/study/experiment.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "methods/base/error.h"
#include "methods/base/find_by_id.h"
#include "methods/base/number_text.h"
#include "methods/base/random_share.h"
#include "methods/quality/metrics.h"
#include "testcases/cases/masonry/joints.h"
#include "testcases/cells/run_cells.h"
#include "testcases/files/json/json_optional.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kStudyCase = "pillar";

// The paper's volumes [m³], but not its quality ratio of 1.015: with that TetGen does not come to
// an end. 1.2 is the smallest round one that fills every body of the Pillar.
constexpr const char* kFineBoxes = "pq1.2a0.015Q";
constexpr const char* kFineStones = "pq1.2a0.00015Q";

Variant shifted(const char* id, double metres) {
    return {.id = id,
            .title = "≤ " + std::string(id) + " m",
            .shift = metres,
            .time_step = std::nullopt};
}

Variant stepped(const char* id, double seconds) {
    return {.id = id, .title = std::string(id) + " s", .time_step = seconds};
}

std::vector<Experiment> make_experiments() {
    const std::vector<std::string> three{"opposing", "growth", "closest_points"};
    std::vector<std::string> all;
    for (const Generator& generator : all_generators()) {
        if (generator.is_for_all()) {  // the paper's bodies are polyhedra
            all.push_back(generator.id);
        }
    }
    // The paper's step n holds the contacts of query n - 1. Erleben [2018] moves bodies along "x
    // and y"; its figures show, and its code does, the two horizontal directions: x and z here.
    return {
        {"perturbation",
         "Perturbation: Pillar, each body shifted at random along x and z",
         "§8.5",
         "Shift",
         {{.id = "0", .title = "no shift", .time_step = std::nullopt},
          shifted("0.01", 0.01),
          shifted("0.02", 0.02),
          shifted("0.03", 0.03)},
         three,
         2},
        {"refinement",
         "Mesh refinement: Pillar as it is, and of many small tetrahedra",
         "§8.6",
         "Mesh",
         {{.id = "coarse", .title = "coarse", .time_step = std::nullopt},
          {.id = "refined", .title = "refined", .refined = true, .time_step = std::nullopt}},
         three,
         2,
         false,
         "TetGen does not come to an end with the paper's quality ratio of 1.015; 1.2 is used, "
         "with the paper's largest volumes"},
        {"time-step",
         "Time step: Pillar after two steps",
         "§8.7",
         "Time step",
         {stepped("0.001", 0.001), stepped("0.01", 0.01), stepped("0.1", 0.1)},
         three,
         3},
        {"counts",
         "Contact counts: Pillar in motion",
         "§8.1",
         "",
         {{.id = "pillar", .title = "Pillar", .time_step = std::nullopt}},
         all,
         500,
         true},
    };
}

/// Returns a number uniform in [-1, 1). Scaled by hand: the library's distributions differ between
/// implementations.
double next_share(std::mt19937_64& random) { return 2.0 * random_share(random) - 1.0; }

void shift_bodies(std::vector<BodySetup>& bodies, double largest, std::uint64_t seed) {
    // The shares are drawn whatever the size, so that larger shifts are the same ones, longer.
    std::mt19937_64 random(seed);
    for (BodySetup& body : bodies) {
        if (!body.fixed) {
            body.world_from_shape.translation.x() += largest * next_share(random);
            body.world_from_shape.translation.z() += largest * next_share(random);
        }
    }
}

/// Returns the reference of a stack: every stone touches the one above it with the whole of the
/// side they share.
Reference stacked_reference(const std::vector<BodySetup>& bodies) {
    Joints joints(bodies);
    for (int i = 0; i + 1 < std::ssize(bodies); ++i) {
        joints.add_face(i, i + 1, Vec3::UnitY());
    }
    return joints.reference();
}

StudySettings settings_of(const ExperimentRun& run) {
    StudySettings settings = run.settings;
    if (run.variant.time_step) {
        settings.time_step = run.variant.time_step;
    }
    return settings;
}

OrderedJson result_json(const ExperimentResult& result) {
    return {{"tets", result.tets},
            {"counts", result.counts},
            {"correct", result.correct},
            {"correct_at", result.correct_at},
            {"excess", optional_json(result.excess)},
            {"area_coverage", optional_json(result.area_coverage)},
            {"alignments", result.alignments},
            {"drift", result.drift},
            {"tilt", result.tilt},
            {"stands", result.stands}};
}

void read_result(const nlohmann::json& json, ExperimentResult& result) {
    result.tets = json.at("tets").get<int>();
    result.counts = json.at("counts").get<std::vector<int>>();
    result.correct = json.at("correct").get<int>();
    result.correct_at = json.at("correct_at").get<decltype(result.correct_at)>();
    result.excess = read_optional<double>(json.at("excess"));
    result.area_coverage = read_optional<double>(json.at("area_coverage"));
    result.alignments = json.at("alignments").get<std::vector<double>>();
    result.drift = json.at("drift").get<double>();
    result.tilt = json.at("tilt").get<double>();
    result.stands = json.at("stands").get<bool>();
}

using FinishedRun = const ExperimentResult&;
using Value = std::optional<double>;

Value correct_at(FinishedRun result, int index) { return result.correct_at[index]; }

Value quality_of(FinishedRun result, int) {
    return result.contacts() == 0 ? Value()
                                  : Value(static_cast<double>(result.correct) / result.contacts());
}

template <auto member>
Value count_of(FinishedRun result, int) {
    return Value(count_statistics(result.counts).*member);
}

std::vector<Figure<ExperimentResult>> make_figures_of_runs() {
    std::vector<Figure<ExperimentResult>> figures{
        {"", "tets", true, [](FinishedRun r, int) { return Value(r.tets); }},
        {"", "contacts", true, [](FinishedRun r, int) { return Value(r.contacts()); }},
        {"", "correct", true, [](FinishedRun r, int) { return Value(r.correct); }}};
    for (int i = 0; i < std::ssize(kCountedAngles); ++i) {
        figures.push_back({"correct_at", shortest(kCountedAngles[i]), true, &correct_at, i});
    }
    const std::vector<Figure<ExperimentResult>> others{
        {"", "quality", false, &quality_of},
        {"", "excess", false, [](FinishedRun r, int) { return r.excess; }},
        {"", "area_coverage", false, [](FinishedRun r, int) { return r.area_coverage; }},
        {"", "alignment", false, [](FinishedRun r, int) { return r.mean_alignment(); }},
        {"", "count_mean", false, &count_of<&CountStatistics::mean>},
        {"", "count_min", true, &count_of<&CountStatistics::min>},
        {"", "count_max", true, &count_of<&CountStatistics::max>},
        {"", "count_deviation", false, &count_of<&CountStatistics::deviation>},
        {"", "drift", false, [](FinishedRun r, int) { return Value(r.drift); }},
        {"", "tilt", false, [](FinishedRun r, int) { return Value(r.tilt); }}};
    figures.insert(figures.end(), others.begin(), others.end());
    return figures;
}

std::span<const Figure<ExperimentResult>> experiment_figures() {
    static const std::vector<Figure<ExperimentResult>> figures = make_figures_of_runs();
    return figures;
}

int count_tets(const StudyScene& scene) {
    int count = 0;
    for (const auto& [rule, shapes] : scene.shapes) {
        for (const int shape : shapes.of_body) {
            count += static_cast<int>(shapes.shapes[shape].mesh.tets.size());
        }
    }
    return count;
}

void judge_contacts(const StepRecord& record, const StudyScene& scene, const ExperimentRun& run,
                    ExperimentResult& result) {
    const Judgement judgement = judge(record.contacts, scene.test_case.reference,
                                      scene_judging(scene, run.settings, run.generator));
    result.correct = judgement.correct;
    result.correct_at = judgement.correct_at;
    result.excess = excess(judgement);
    result.area_coverage = area_coverage(judgement);
    result.alignments = sorted_alignments(judgement);
}

std::optional<ExperimentResult> simulate(const ExperimentRun& run, const CellWatch& watch) {
    const StudySettings settings = settings_of(run);
    const StudyScene scene =
        make_study_scene(make_variant_case(run.variant, run.seed, settings.body_order), true,
                         settings, std::nullopt, std::vector{run.generator});
    Simulation simulation(scene, run.generator, settings);
    const std::vector<RigidBody> start = simulation.bodies();
    ExperimentResult result;
    result.tets = count_tets(scene);
    StepRecord record;
    for (int query = 1; query <= run.queries; ++query) {
        if (watch.stopped()) {
            return std::nullopt;
        }
        record = simulation.step();
        result.counts.push_back(static_cast<int>(record.contacts.size()));
        watch.tell(query, run.queries + 1);
    }
    judge_contacts(record, scene, run, result);
    const MotionVerdict motion = judge_motion(
        start, record.bodies, moving_height(scene, start, simulation.solver().gravity));
    result.drift = motion.drift;
    result.tilt = motion.tilt;
    result.stands = motion.stands;
    return result;
}

/// Returns an estimate of the work of a run, for the order of running alone.
double estimate_work(const ExperimentRun& run) {
    constexpr double kRefined = 4.0;  // as many tets, roughly
    return run.queries * run.settings.methods.find(run.generator).work *
           (run.variant.refined ? kRefined : 1.0);
}

}  // namespace

std::span<const Experiment> all_experiments() {
    static const std::vector<Experiment> kExperiments = make_experiments();
    return kExperiments;
}

const Experiment& find_experiment(std::string_view id) {
    return find_by_id(all_experiments(), id, "study");
}

std::string run_name(const ExperimentRun& run) {
    std::string name = run.experiment + "-" + std::string(profile_id(run.settings.profile)) + "-" +
                       run.generator + "-" + run.variant.id;
    if (run.variant.shift != 0.0) {
        name += "-seed" + std::to_string(run.seed);
    }
    return name;
}

CellKey cell_key(const ExperimentRun& run) {
    const Variant& variant = run.variant;
    CellKey key;
    key.track = experiment_track().id;
    key.method = run.generator;
    key.case_name = run.experiment + "_" + variant.id;
    key.settings = settings_of_method(settings_of(run), run.generator);
    key.conditions = {
        {"profile", std::string(profile_id(run.settings.profile))},
        {"shift", shortest(variant.shift)},
        {"refined", variant.refined ? "yes" : "no"},
        {"time_step", variant.time_step ? shortest(*variant.time_step) : ""},
        {"queries", std::to_string(run.queries)},
        {"seed", variant.shift != 0.0 ? std::to_string(run.seed) : ""},
    };
    return key;
}

std::optional<double> ExperimentResult::share_at(double degrees) const {
    const auto found = std::ranges::find(kCountedAngles, degrees);
    if (contacts() == 0 || found == kCountedAngles.end()) {
        return std::nullopt;
    }
    return static_cast<double>(correct_at[found - kCountedAngles.begin()]) / contacts();
}

std::optional<double> ExperimentResult::mean_alignment() const {
    if (alignments.empty()) {
        return std::nullopt;
    }
    return std::accumulate(alignments.begin(), alignments.end(), 0.0) /
           static_cast<double>(alignments.size());
}

TestCase make_variant_case(const Variant& variant, std::uint64_t seed, BodyOrder order) {
    TestCase pillar = load_test_case(kStudyCase, order);
    if (variant.shift != 0.0) {
        shift_bodies(pillar.bodies, variant.shift, seed);
        pillar.reference = stacked_reference(pillar.bodies);
    }
    if (variant.refined) {
        for (BodySetup& body : pillar.bodies) {
            const bool is_box = std::holds_alternative<BoxShape>(body.shape);
            body.tetgen_switches = is_box ? kFineBoxes : kFineStones;
        }
    }
    return pillar;
}

std::optional<ExperimentResult> run_experiment(const ExperimentRun& run, const CellWatch& watch) {
    try {
        return simulate(run, watch);
    } catch (const Error& error) {
        throw Error(run_name(run) + ": " + error.what());
    }
}

const Track<ExperimentResult>& experiment_track() {
    static const Track<ExperimentResult> track{.id = "experiment",
                                               .figures = &experiment_figures,
                                               .write = &result_json,
                                               .read = &read_result};
    return track;
}

std::vector<std::optional<ExperimentResult>> complete_runs(const std::vector<ExperimentRun>& runs,
                                                           const ExperimentLoop& loop) {
    std::optional<CellStore> store;
    if (loop.folder) {
        store.emplace(*loop.folder, loop.origin, loop.note, loop.sharing);
    }
    std::vector<CellRequest<ExperimentResult>> requests;
    requests.reserve(runs.size());
    for (const ExperimentRun& run : runs) {
        requests.push_back(
            {.key = cell_key(run),
             .lane = static_cast<int>(requests.size()),
             .ask = [&run](const CellWatch& watch) { return run_experiment(run, watch); },
             .work = estimate_work(run)});
    }
    // Apart: a second thread would wait for a step's short loops, and a thread that waits must not
    // begin another run in between.
    return run_cells(experiment_track(), requests, store ? &*store : nullptr,
                     {.count = loop.jobs, .apart = true}, loop.watcher);
}

}  // namespace touchstone
