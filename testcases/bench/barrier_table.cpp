// Writes a table of the barrier's motion beside that of the proximal solver with semi-local
// contacts, in the same run and on one thread: CPU time of the thread, Newton steps, contacts, and
// how far and by how much bodies moved.
//
//   touchstone-barrier-table [STEPS] [SCENE…]       500 steps and all scenes if none is named
//   touchstone-barrier-table forces                 the force quality of every method's contacts

#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
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
};

constexpr Row kRows[]{{"pillar", "triangles", "1e-4", 500}, {"pillar", "facets", "1e-4", 500},
                      {"arch", "triangles", "1e-5", 500},   {"arch", "facets", "1e-5", 500},
                      {"wall", "triangles", "1e-5", 60},    {"wall", "facets", "1e-5", 60}};

double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A scene in motion, and what it took.
struct Motion {
    StudyScene scene;
    Simulation simulation;
    std::vector<RigidBody> start;
    double seconds = 0.0;                                      ///< of the timed steps
    double fastest = std::numeric_limits<double>::infinity();  ///< of a timed step
    int timed = 0;
    long sweeps = 0;
    long contacts = 0;

    Motion(const std::string& name, const std::string& method, const StudySettings& settings)
        : scene(make_study_scene(load_test_case(name, settings.body_order), true, settings,
                                 std::nullopt, std::vector{method})),
          simulation(scene, method, settings),
          start(simulation.bodies()) {}

    void step() {
        const double begin = thread_seconds();
        const StepRecord record = simulation.step();
        const double took = thread_seconds() - begin;
        if (record.step > kFirstTimed) {
            seconds += took;
            fastest = std::min(fastest, took);
            ++timed;
        }
        sweeps += std::ssize(record.solve.residuals);
        contacts += std::ssize(record.contacts);
    }

    MotionVerdict verdict() const {
        std::vector<BodyState> now;
        for (const RigidBody& body : simulation.bodies()) {
            now.push_back(body.state);
        }
        return judge_motion(start, now, moving_height(scene, start, simulation.solver().gravity));
    }
};

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
    const auto mean = [](double sum, int count) { return sum / std::max(1, count); };
    const MotionVerdict verdict = moved.verdict();
    std::cout << std::defaultfloat << std::setprecision(3) << "| " << row.scene << " | "
              << row.primitives << " | " << row.dhat << " | " << steps << " | "
              << 1e3 * mean(moved.seconds, moved.timed) << " | " << 1e3 * moved.fastest << " | "
              << mean(static_cast<double>(moved.sweeps), steps) << " | " << moved.contacts / steps
              << " | " << 1e3 * verdict.drift << " | " << verdict.tilt << " | "
              << 1e3 * mean(peer.seconds, peer.timed) << " | " << 1e3 * peer.verdict().drift << " |"
              << std::endl;
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
        for (std::size_t i = 0; i < record.contacts.size(); ++i) {
            record.contacts[i].force = record.impulses[i].normal;
        }
        const JudgeOptions options = judge_options(settings, method, scene.two_points);
        const Judgement judgement =
            judge(record.contacts, truth_at(scene, record.query_poses), options);
        const std::optional<double> quality = force_quality(judgement);
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
    if (argc > 1 && std::string(argv[1]) == "forces") {
        write_forces();
        return 0;
    }
    const int steps = argc > 1 ? std::atoi(argv[1]) : 500;
    std::cout << "| scene | elements | d̂ [m] | steps | CPU ms per step | fastest step ms | Newton "
                 "per step | contacts | drift [mm] | tilt [°] | Gauss-Seidel CPU ms | its drift "
                 "[mm] |\n|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    try {
        for (const Row& row : kRows) {
            const std::vector<std::string> wanted(argv + std::min(argc, 2), argv + argc);
            if (wanted.empty() || std::ranges::count(wanted, row.scene) > 0) {
                write_row(row, std::max(1, steps));
            }
        }
    } catch (const Error& error) {
        std::cerr << "touchstone-barrier-table: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
