// Writes a table of what the bound on steps costs beside finding contacts and solving for them,
// with the work that it takes. Motions are repeated, with and without the bound in turns, and of
// each stage of each step the shortest time counts.
//
//   touchstone-bound-table [STEPS] [SCENE…]       10 steps and all scenes if none is named

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/options/option_makers.h"
#include "testcases/bench/program_arguments.h"
#include "testcases/motion/simulation.h"

namespace {

using namespace touchstone;

constexpr int kRounds = 20;
constexpr const char* kScenes[]{"pillar", "arch", "wall"};
constexpr const char* kMethods[]{"semi_local", "opposing"};

/// What the steps of a motion took.
struct MotionCost {
    std::vector<StageTimes> times;  ///< shortest ones, by step
    ImpactWork work;
    int stops = 0;
    int stop_contacts = 0;

    /// Returns the mean time of a stage [ms].
    double mean(double StageTimes::*stage) const {
        double sum = 0.0;
        for (const StageTimes& step : times) {
            sum += step.*stage;
        }
        return 1e3 * sum / static_cast<double>(times.size());
    }
    /// Takes the shorter ones of other times.
    void shorten(const MotionCost& other) {
        for (std::size_t i = 0; i < times.size(); ++i) {
            times[i].detection = std::min(times[i].detection, other.times[i].detection);
            times[i].solve = std::min(times[i].solve, other.times[i].solve);
            times[i].bound = std::min(times[i].bound, other.times[i].bound);
        }
    }
};

StudySettings settings_with(StepBound bound) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.solver.step_bound = bound;
    settings.solver.max_sweeps = 100;
    settings.time_step = 0.01;
    return settings;
}

MotionCost cost_of(const StudyScene& scene, const std::string& method,
                   const StudySettings& settings, int steps) {
    Simulation simulation(scene, method, settings);
    MotionCost cost;
    for (int i = 0; i < steps; ++i) {
        const StepRecord record = simulation.step();
        cost.times.push_back(record.times);
        cost.work += record.bound_work;
        cost.stops += static_cast<int>(std::ssize(record.stops));
        cost.stop_contacts += record.stop_contacts;
    }
    return cost;
}

void write_row(const std::string& name, const std::string& method, int steps) {
    const StudySettings bounded = settings_with(StepBound::Ccd);
    const StudySettings free = settings_with(StepBound::None);
    const StudyScene scene = make_study_scene(name, bounded, std::nullopt, std::vector{method});
    MotionCost with = cost_of(scene, method, bounded, steps);
    MotionCost without = cost_of(scene, method, free, steps);
    for (int i = 1; i < kRounds; ++i) {
        with.shorten(cost_of(scene, method, bounded, steps));
        without.shorten(cost_of(scene, method, free, steps));
    }
    const auto count = [steps](std::int64_t sum) { return static_cast<double>(sum) / steps; };
    const double bound = with.mean(&StageTimes::bound);
    const double others = with.mean(&StageTimes::detection) + with.mean(&StageTimes::solve);
    std::cout << std::defaultfloat << std::setprecision(3) << "| " << name << " | " << method
              << " | " << scene.surfaces.size() << " | " << without.mean(&StageTimes::detection)
              << " | " << without.mean(&StageTimes::solve) << " | "
              << with.mean(&StageTimes::detection) << " | " << with.mean(&StageTimes::solve)
              << " | " << bound << " | " << 100.0 * bound / others << " % | "
              << count(with.work.body_pairs) << " | " << count(with.work.part_pairs) << " | "
              << count(with.work.cast_pairs) << " | " << count(with.work.casts) << " | "
              << count(with.work.distances) << " | " << with.stops << " | " << with.stop_contacts
              << " |" << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
    if (asks_for_help(std::vector<std::string>(argv + 1, argv + argc))) {
        std::cout
            << "usage: touchstone-bound-table [STEPS] [SCENE…]\n"
               "STEPS: 10 if none is given; SCENE: pillar, arch, wall, all if none is named.\n";
        return 0;
    }
    constexpr NumberRange kSteps{1.0, 1e6, "whole number in [1, 1000000]"};
    const std::optional<int> steps =
        argc > 1 ? parse_count_in(argv[1], kSteps) : std::optional<int>(10);
    if (!steps) {
        std::cerr << "touchstone-bound-table: STEPS must be a " << kSteps.text << ", found '"
                  << argv[1] << "'\n";
        return 2;
    }
    const std::vector<std::string> wanted(argv + std::min(argc, 2), argv + argc);
    for (const std::string& name : wanted) {
        if (std::ranges::find(kScenes, name) == std::end(kScenes)) {
            std::cerr << "touchstone-bound-table: SCENE must be pillar, arch or wall, found '"
                      << name << "'\n";
            return 2;
        }
    }
    std::cout
        << "| scene | contacts by | bodies | finding, without [ms] | solving, without | "
           "finding, with | solving, with | bound | of both | body pairs | part pairs | of them "
           "cast | "
           "casts | distances | stops in all | contacts added in all |\n"
           "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    try {
        for (const std::string scene : kScenes) {
            for (const std::string method : kMethods) {
                if (wanted.empty() || std::ranges::count(wanted, scene) > 0) {
                    write_row(scene, method, *steps);
                }
            }
        }
    } catch (const Error& error) {
        std::cerr << "touchstone-bound-table: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
