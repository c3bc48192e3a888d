// Measures nanoseconds per contact and sweep of the contact solve, on the contacts of whole scenes;
// and per step of 100 sweeps, to show the cost of making the rows beside the sweeps. The scenes are
// sunk into themselves by a ten-thousandth of the height, so that rounding does not decide what
// touches.
//
//   touchstone-solver-bench --benchmark_filter=wall

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "methods/base/parallel/parallel.h"
#include "testcases/bench/solver_problem.h"

namespace touchstone {
namespace {

constexpr int kSweeps = 100;

void solve(benchmark::State& state, const SolverProblem& problem, int threads) {
    double error = 0.0;
    Arena arena(threads);
    for (auto _ : state) {
        const SolveResult result = arena.execute(
            [&] { return solve_contacts(problem.bodies, problem.contacts, problem.settings); });
        error = result.report.error;
        benchmark::DoNotOptimize(error);
    }
    const auto updates = static_cast<double>(problem.contacts.size()) * problem.settings.max_sweeps;
    state.counters["contacts"] = static_cast<double>(problem.contacts.size());
    state.counters["sweeps"] = problem.settings.max_sweeps;
    state.counters["per_contact_and_sweep"] = benchmark::Counter(
        updates, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add(const std::string& name, const std::vector<BodySetup>& setups,
         const std::string& generator) {
    const SolverProblem problem = make_solver_problem(setups, generator, kSweeps);
    struct Variant {
        const char* suffix;
        int sweeps;
        SweepOrder order;
        int threads = 1;
    };
    for (const Variant& each :
         {Variant{"rows", 0, SweepOrder::Given}, Variant{"sweeps", kSweeps, SweepOrder::Given},
          Variant{"coloured", kSweeps, SweepOrder::Coloured},
          Variant{"two_threads", kSweeps, SweepOrder::Given, 2},
          Variant{"coloured_two_threads", kSweeps, SweepOrder::Coloured, 2}}) {
        SolverProblem variant = problem;
        variant.settings.max_sweeps = each.sweeps;
        variant.settings.sweep = each.order;
        auto* added = benchmark::RegisterBenchmark(
            (name + "/" + generator + "/" + each.suffix).c_str(),
            [variant, threads = each.threads](benchmark::State& state) {
                solve(state, variant, threads);
            });
        if (each.threads > 1) {
            added->UseRealTime();  // that of this thread alone would leave out the others'
        }
    }
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    using namespace touchstone;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const auto bodies = [](const char* name) {
        return load_test_case(name, BodyOrder::LowerFirst).bodies;
    };
    add("pillar", bodies("pillar"), "vertex_only");
    add("pillar", bodies("pillar"), "opposing");
    add("pillar", bodies("pillar"), "volume_sat");
    add("arch", bodies("arch"), "semi_local");
    add("wall", bodies("wall"), "semi_local");
    add("wall", bodies("wall"), "vertex_only");
    add("wall", bodies("wall"), "opposing");
    add("large wall", bodies("wall:layers=20,span=20"), "opposing");
    add("larger wall", bodies("wall:layers=40,span=40"), "opposing");
    benchmark::RunSpecifiedBenchmarks();
}
