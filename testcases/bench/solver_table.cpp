#include "testcases/bench/solver_table.h"

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "methods/base/parallel/parallel.h"
#include "methods/base/processor_time.h"
#include "testcases/bench/fixed_text.h"
#include "testcases/bench/median.h"
#include "testcases/bench/solver_problem.h"

namespace touchstone {
namespace {

constexpr int kSweeps = 100;

struct Scene {
    const char* title;
    const char* name;
    const char* generator;
};

constexpr Scene kScenes[] = {
    {"Pillar", "pillar", "opposing"},
    {"Pillar", "pillar", "volume_sat"},
    {"Arch", "arch", "semi_local"},
    {"Wall", "wall", "semi_local"},
    {"Wall", "wall", "opposing"},
    {"Wall of 20 × 20", "wall:layers=20,span=20", "opposing"},
    {"Wall of 40 × 40", "wall:layers=40,span=40", "opposing"},
};

/// Times of one way to solve.
struct Times {
    std::vector<double> processor;  ///< of the calling thread [s]
    std::vector<double> clock;      ///< [s]
};

/// One way to solve.
struct Variant {
    int sweeps;
    SweepOrder order;
    int threads;
    Times times = {};
};

/// Solves once, and adds the times. Returns the number of sweeps.
std::int64_t solve_once(const SolverProblem& problem, Variant& variant) {
    SolverSettings settings = problem.settings;
    settings.max_sweeps = variant.sweeps;
    settings.sweep = variant.order;
    Arena arena(variant.threads);
    return arena.execute([&] {
        const auto clock = std::chrono::steady_clock::now();
        const double processor = thread_seconds();
        const SolveResult result = solve_contacts(problem.bodies, problem.contacts, settings);
        variant.times.processor.push_back(thread_seconds() - processor);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - clock;
        variant.times.clock.push_back(time.count());
        return std::ssize(result.report.residuals);
    });
}

}  // namespace

void write_solver_times(std::ostream& out, int rounds) {
    constexpr double kNano = 1e9;
    constexpr double kMilli = 1e3;
    out << "\n| scene | method | contacts | given [ns] | coloured [ns] | rows and ends, sweeps | "
           "coloured, whole solve [ms] | on two threads [ms] | times |\n"
           "|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
    for (const Scene& scene : kScenes) {
        const SolverProblem problem = make_solver_problem(
            load_test_case(scene.name, BodyOrder::LowerFirst).bodies, scene.generator, kSweeps);
        Variant given_rows{0, SweepOrder::Given, 1};
        Variant rows{0, SweepOrder::Coloured, 1};
        Variant given{kSweeps, SweepOrder::Given, 1};
        Variant coloured{kSweeps, SweepOrder::Coloured, 1};
        Variant shared{kSweeps, SweepOrder::Coloured, 2};
        std::int64_t sweeps = 0;
        for (int round = 0; round < rounds; ++round) {
            for (Variant* const variant : {&given_rows, &rows, &given, &coloured, &shared}) {
                sweeps = solve_once(problem, *variant);
            }
        }
        const double updates = static_cast<double>(sweeps * std::ssize(problem.contacts));
        const double ends = median(rows.times.processor);
        const double of_sweeps = median(coloured.times.processor) - ends;
        const double alone = median(coloured.times.clock);
        const double two = median(shared.times.clock);
        out << "| " << scene.title << " | " << find_generator(scene.generator).title << " | "
            << problem.contacts.size() << " | "
            << fixed(kNano * (median(given.times.processor) - median(given_rows.times.processor)) /
                         updates,
                     1)
            << " | " << fixed(kNano * of_sweeps / updates, 1) << " | "
            << fixed(ends * static_cast<double>(sweeps) / of_sweeps, 1) << " | "
            << fixed(kMilli * alone, 2) << " | " << fixed(kMilli * two, 2) << " | "
            << fixed(alone / two, 2) << " |\n"
            << std::flush;
    }
}

}  // namespace touchstone
