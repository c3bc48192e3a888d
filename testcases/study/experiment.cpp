#include "testcases/study/experiment.h"

#include <algorithm>
#include <random>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "testcases/cases/masonry/joints.h"
#include "testcases/query/simulation.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/option_text.h"

namespace touchstone {
namespace {

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
        all.push_back(generator.id);
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

/// Uniform in [-1, 1). Scaled by hand: the library's distributions differ between implementations.
double next_share(std::mt19937_64& random) {
    return 2.0 * (static_cast<double>(random() >> 11) * 0x1p-53) - 1.0;
}

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

/// Every stone touches the one above it with the whole of the side they share.
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
                                      judge_options(run.settings, run.generator, false));
    result.correct = judgement.correct;
    result.correct_at = judgement.correct_at;
    result.excess = excess(judgement);
    result.area_coverage = area_coverage(judgement);
    result.alignments = sorted_alignments(judgement);
}

std::optional<ExperimentResult> simulate(const ExperimentRun& run,
                                         const std::function<bool()>& stop) {
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
        if (stop && stop()) {
            return std::nullopt;
        }
        record = simulation.step();
        result.counts.push_back(static_cast<int>(record.contacts.size()));
    }
    judge_contacts(record, scene, run, result);
    const MotionVerdict motion = judge_motion(
        start, record.bodies, moving_height(scene, start, simulation.solver().gravity));
    result.drift = motion.drift;
    result.tilt = motion.tilt;
    result.stands = motion.stands;
    return result;
}

}  // namespace

std::span<const Experiment> all_experiments() {
    static const std::vector<Experiment> kExperiments = make_experiments();
    return kExperiments;
}

const Experiment& find_experiment(std::string_view id) {
    std::string known;
    for (const Experiment& experiment : all_experiments()) {
        if (experiment.id == id) {
            return experiment;
        }
        known += (known.empty() ? "" : ", ") + experiment.id;
    }
    throw UnknownName("unknown study '" + std::string(id) + "'; known: " + known);
}

std::string run_key(const ExperimentRun& run) {
    std::string key = run.experiment + "-" + std::string(profile_id(run.settings.profile)) + "-" +
                      run.generator + "-" + run.variant.id;
    if (run.variant.shift != 0.0) {
        key += "-seed" + std::to_string(run.seed);
    }
    return key;
}

std::vector<Assignment> run_settings(const ExperimentRun& run) {
    std::vector<SettingsSection> sections;
    for (SettingsSection& section : setting_sections(settings_of(run))) {
        if (section.owner == "study" || section.owner == "solver" ||
            section.owner == run.generator) {
            sections.push_back(std::move(section));
        }
    }
    return assignments(sections);
}

std::optional<double> ExperimentResult::share_at(double degrees) const {
    const auto found = std::ranges::find(kCountedAngles, degrees);
    if (contacts() == 0 || found == kCountedAngles.end()) {
        return std::nullopt;
    }
    return static_cast<double>(correct_at[found - kCountedAngles.begin()]) / contacts();
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

std::optional<ExperimentResult> run_experiment(const ExperimentRun& run,
                                               const std::function<bool()>& stop) {
    try {
        return simulate(run, stop);
    } catch (const Error& error) {
        throw Error(run_key(run) + ": " + error.what());
    }
}

}  // namespace touchstone
