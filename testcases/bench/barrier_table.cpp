// Writes tables of motion by the barrier, on one thread: beside that of the proximal solver with
// semi-local contacts, taken step by step in the same run; of the fundamental cases at several time
// steps; and of the force quality of every method's contacts.
//
//   touchstone-barrier-table [STEPS] [SCENE…]       500 steps and all scenes if none is named
//   touchstone-barrier-table cases                  0.4 s of each fundamental case
//   touchstone-barrier-table forces                 the force quality of every method's contacts

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/processor_time.h"
#include "methods/quality/metrics.h"
#include "testcases/bench/program_arguments.h"
#include "testcases/motion/motion_summary.h"
#include "testcases/motion/simulation.h"
#include "testcases/study/scene_judgement.h"

namespace {

using namespace touchstone;

constexpr int kFirstTimed = 20;  // steps before it settle

struct Row {
    const char* scene;
    const char* primitives;
    const char* dhat;
    int most_steps;
    double asked_ms;    // CPU time of a step that was asked for,
    double peer_ms;     // where the proximal solver took this
    const char* drift;  // what was asked of the drift across gravity [mm]; "": nothing
};

constexpr Row kRows[]{{"pillar", "triangles", "1e-4", 500, 0.6, 1.2, "0.02"},
                      {"pillar", "facets", "1e-4", 500, 0.3, 1.2, "1e-9"},
                      {"arch", "triangles", "1e-5", 500, 3.0, 1.7, "0.1"},
                      {"arch", "facets", "1e-5", 500, 2.0, 1.7, "0.1"},
                      {"wall:balanced=0", "triangles", "1e-5", 160, 15.0, 23.0, "0.05"},
                      {"wall:balanced=0", "facets", "1e-5", 160, 12.0, 23.0, "0.05"},
                      {"wall", "triangles", "1e-5", 60, 15.0, 23.0, ""},
                      {"wall", "facets", "1e-5", 60, 12.0, 23.0, ""}};

/// A scene in motion, and what it took.
struct Motion {
    StudyScene scene;
    Simulation simulation;
    std::vector<RigidBody> start;
    int first_timed = kFirstTimed;  ///< number of steps before the timed ones
    double seconds = 0.0;           ///< of the timed steps
    double fastest = std::numeric_limits<double>::infinity();  ///< of a timed step
    int timed = 0;
    long sweeps = 0;  ///< of all steps
    int most_sweeps = 0;
    long contacts = 0;
    StepRecord last;

    Motion(const std::string& name, const std::string& method, const StudySettings& settings)
        : scene(make_study_scene(load_test_case(name, settings.body_order), true, settings,
                                 std::nullopt, std::vector{method})),
          simulation(scene, method, settings),
          start(simulation.bodies()) {}

    void step() {
        const double begin = thread_seconds();
        StepRecord record = simulation.step();
        const double took = thread_seconds() - begin;
        if (record.step > first_timed) {
            seconds += took;
            fastest = std::min(fastest, took);
            ++timed;
        }
        const auto count = static_cast<int>(record.solve.residuals.size());
        sweeps += count;
        most_sweeps = std::max(most_sweeps, count);
        contacts += std::ssize(record.contacts);
        last = std::move(record);
    }

    /// Returns the mean CPU time of the timed steps [ms].
    double mean_ms() const { return 1e3 * seconds / std::max(1, timed); }

    MotionVerdict verdict() const {
        std::vector<BodyState> now;
        for (const RigidBody& body : simulation.bodies()) {
            now.push_back(body.state);
        }
        return judge_motion(start, now, moving_height(scene, start, simulation.solver().gravity));
    }
};

/// Returns how far the bodies have moved across gravity, at most [m].
double drift_across(const Motion& motion) {
    const Vec3 down = motion.simulation.solver().gravity.normalized();
    const std::vector<RigidBody>& bodies = motion.simulation.bodies();
    double largest = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vec3& center = bodies[i].state.center_of_mass;
        const Vec3 way = bodies[i].state.world_from_body * center -
                         motion.start[i].state.world_from_body * center;
        largest = std::max(largest, (way - down.dot(way) * down).norm());
    }
    return largest;
}

/// Returns the share of the normal force of a step's contacts that acts within an angle of a right
/// normal [degrees]; nothing without forces.
std::optional<double> force_share(const StudyScene& scene, const StudySettings& settings,
                                  const std::string& method, const StepRecord& record,
                                  std::optional<double> angle) {
    std::vector<ContactPoint> contacts = record.contacts;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        contacts[i].force = record.impulses[i].normal;
    }
    JudgeOptions options = judge_options(settings, method, scene.two_points);
    if (angle) {
        options.angle_tolerance = angle;
    }
    return force_quality(judge(contacts, truth_at(scene, record.query_poses), options));
}

void write_row(const Row& row, int steps) {
    steps = std::min(steps, row.most_steps);
    StudySettings settings = make_study_settings(Profile::Corrected);
    const std::string barrier = "barrier";
    assign(settings, {barrier, "moves", "on"});
    assign(settings, {barrier, "primitives", row.primitives});
    assign(settings, {barrier, "dhat", row.dhat});
    assign(settings, {"solver", "warm_start", "on"});
    settings.time_step = 0.01;
    settings.friction = 0.5;
    Motion moved(row.scene, barrier, settings);
    Motion peer(row.scene, "semi_local", settings);
    for (int i = 0; i < steps; ++i) {
        moved.step();
        peer.step();
    }
    const MotionVerdict verdict = moved.verdict();
    std::cout << std::defaultfloat << std::setprecision(3) << "| " << row.scene << " | "
              << row.primitives << " | " << row.dhat << " | " << steps << " | " << moved.mean_ms()
              << " | " << 1e3 * moved.fastest << " | " << peer.mean_ms() << " | "
              << moved.mean_ms() / peer.mean_ms() << " | " << row.asked_ms / row.peer_ms << " | "
              << static_cast<double>(moved.sweeps) / steps << " | " << moved.contacts / steps
              << " | " << 1e3 * drift_across(moved) << " | " << row.drift << " | "
              << 1e3 * verdict.drift << " | " << verdict.tilt << " | " << 1e3 * peer.verdict().drift
              << " |";
    for (const double angle : {0.1, 1.0, 5.0, 10.0}) {
        const std::optional<double> share =
            force_share(moved.scene, settings, barrier, moved.last, angle);
        std::cout << (angle == 0.1 ? " " : ", ")
                  << (share ? std::to_string(std::lround(100.0 * *share)) : "—");
    }
    std::cout << " |" << std::endl;
}

void write_rows(int steps, const std::vector<std::string>& wanted) {
    std::cout << "| scene | elements | d̂ [m] | steps | CPU ms per step | fastest step ms | "
                 "Gauss-Seidel CPU ms | ratio | asked | Newton per step | contacts | drift across "
                 "gravity [mm] | asked | drift [mm] | tilt [°] | Gauss-Seidel drift [mm] | force "
                 "within 0.1, 1, 5, 10° [%] "
                 "|\n|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
                 "---|\n";
    for (const Row& row : kRows) {
        if (wanted.empty() || std::ranges::count(wanted, row.scene) > 0) {
            write_row(row, steps);
        }
    }
}

/// Writes how the fundamental cases move for 0.4 s at each of four time steps.
void write_cases() {
    constexpr double kTime = 0.4;
    constexpr std::array kSteps{0.001, 0.01, 0.025, 0.04};
    std::cout << "| case | 1 ms | 10 ms | 25 ms | 40 ms | most Newton steps | ends |\n"
                 "|---|---:|---:|---:|---:|---:|---|\n";
    for (const std::string& name : expand_cases(std::vector<std::string>{"fundamental"})) {
        std::cout << "| " << name << " |" << std::setprecision(2);
        int most = 0;
        std::string trouble;
        for (const double time_step : kSteps) {
            StudySettings settings = make_study_settings(Profile::Corrected);
            assign(settings, {"barrier", "moves", "on"});
            settings.time_step = time_step;
            try {
                Motion motion(name, "barrier", settings);
                motion.first_timed = 0;
                for (int i = 0; i < static_cast<int>(std::lround(kTime / time_step)); ++i) {
                    motion.step();
                }
                most = std::max(most, motion.most_sweeps);
                std::cout << ' ' << motion.mean_ms() << " |";
            } catch (const Error& error) {
                trouble = error.what();
                std::cout << " — |";
            }
        }
        std::cout << ' ' << most << " | " << (trouble.empty() ? "all converged" : trouble) << " |"
                  << std::endl;
    }
}

// Forces: bodies have begun to rest after a few steps, and none of the cases has turned by then.
constexpr int kForceSteps = 5;

/// Returns the force quality of a method's contacts in the step to which bodies have come, their
/// forces being those that the solver found: of the barrier, its own. "—": no force, or refused.
std::string force_quality_text(const std::string& name, const std::string& method) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    if (method == "barrier") {
        assign(settings, {method, "moves", "on"});
    }
    try {
        const StudyScene scene =
            make_study_scene(name, settings, std::nullopt, std::vector{method});
        Simulation simulation(scene, method, settings);
        StepRecord record;
        for (int i = 0; i < kForceSteps; ++i) {
            record = simulation.step();
        }
        const std::optional<double> quality =
            force_share(scene, settings, method, record, std::nullopt);
        if (!quality) {
            return "—";
        }
        std::ostringstream text;
        text << std::fixed << std::setprecision(2) << *quality;
        return text.str();
    } catch (const Error&) {
        return "—";
    }
}

void write_forces() {
    std::vector<std::string> scenes = expand_cases(std::vector<std::string>{"fundamental"});
    scenes.insert(scenes.end(), {"pillar", "arch"});
    std::cout << "| scene |";
    for (const Generator& generator : all_generators()) {
        std::cout << ' ' << generator.title << " |";
    }
    std::cout << "\n|---|";
    for (std::size_t i = 0; i < all_generators().size(); ++i) {
        std::cout << "---:|";
    }
    std::cout << '\n';
    for (const std::string& scene : scenes) {
        std::cout << "| " << scene << " |";
        for (const Generator& generator : all_generators()) {
            std::cout << ' ' << force_quality_text(scene, generator.id) << " |";
        }
        std::cout << std::endl;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (asks_for_help(arguments)) {
        std::cout << "usage: touchstone-barrier-table [STEPS] [SCENE…] | cases | forces\n"
                     "STEPS: 500 if none is given; SCENE: all if none is named.\n";
        return 0;
    }
    const std::string first = arguments.empty() ? "" : arguments[0];
    try {
        if (first == "forces" || first == "cases") {
            refuse_more_arguments(arguments, 1);
        }
        if (first == "forces") {
            write_forces();
        } else if (first == "cases") {
            write_cases();
        } else {
            write_rows(count_argument(arguments, 0, "STEPS", 1, 500),
                       {argv + std::min(argc, 2), argv + argc});
        }
    } catch (const UsageError& error) {
        std::cerr << "touchstone-barrier-table: " << error.what() << '\n';
        return 2;
    } catch (const Error& error) {
        std::cerr << "touchstone-barrier-table: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
