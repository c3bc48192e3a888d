// Measures nanoseconds per tet pair for every method, on the pairs of the Pillar and the Wall whose
// boxes overlap. Pairs that overlap (for closest points: lie within its reach) and pairs that do
// not are timed separately; "all" is the mix of a query. The scenes are sunk into themselves by a
// ten-thousandth of the height, so that rounding does not decide which pairs touch.
//
//   touchstone-bench --benchmark_filter=wall

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "generators/find_contacts.h"
#include "generators/local/kernel.h"
#include "testcases/bench/pair_sets.h"

namespace touchstone {
namespace {

void time_pairs(benchmark::State& state, const std::string& scene, const std::string& kind,
                const NamedKernel& kernel) {
    const bool closest = looks_across_gaps(kernel);
    const PairSet& set = pairs_of(scene, closest);
    const std::vector<TimedTets> pairs = kind == "touching"    ? set.touching
                                         : kind == "separated" ? set.separated
                                                               : set.all();
    std::int64_t found = 0;
    for (auto _ : state) {
        found = run_on_pairs(kernel, pairs);
        benchmark::DoNotOptimize(found);
    }
    const auto count = static_cast<double>(pairs.size());
    state.counters["ns_per_pair"] = benchmark::Counter(
        count * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["pairs"] = count;
    state.counters["culled"] = static_cast<double>(set.culled);
    state.counters["touching"] = static_cast<double>(set.touching.size());
    state.counters["contacts"] = static_cast<double>(found);
}

void time_query(benchmark::State& state, const std::string& scene, const Generator& generator) {
    const PairSet& set = pairs_of(scene, generator.shape == ShapeKind::ErodedTets);
    const Query query{0.01, generator.options.corrected};
    std::int64_t found = 0;
    QueryCounts counts;
    for (auto _ : state) {
        std::vector<SceneBody> bodies;
        bodies.reserve(set.bodies.size());
        for (const SceneBody& body : set.bodies) {
            const Collider& old = body.collider;
            bodies.push_back({make_collider(*old.shape, old.world_from_body), body.fixed});
        }
        found = std::ssize(find_contacts(bodies, generator, query, &counts));
        benchmark::DoNotOptimize(found);
    }
    state.counters["body_pairs"] = static_cast<double>(counts.body_pairs);
    state.counters["tet_pairs"] = static_cast<double>(set.touching.size() + set.separated.size());
    state.counters["contacts"] = static_cast<double>(found);
}

void add_timings() {
    struct Build {
        const char* id;
        std::span<const NamedKernel> kernels;
    };
    const Build builds[]{{"best", best_kernels()}, {"baseline", baseline::kKernels}};
    for (const std::string scene : {"pillar", "wall"}) {
        for (std::size_t i = 0; i < best_kernels().size(); ++i) {
            const std::string id(best_kernels()[i].id);
            for (const Build& build : builds) {
                for (const std::string kind : {"all", "touching", "separated"}) {
                    const std::string name =
                        "pair/" + scene + "/" + id + "/" + kind + "/" + build.id;
                    benchmark::RegisterBenchmark(name.c_str(), time_pairs, scene, kind,
                                                 build.kernels[i]);
                }
            }
            const std::string name = "query/" + scene + "/" + id;
            benchmark::RegisterBenchmark(name.c_str(), time_query, scene, find_generator(id))
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    // A query's results are freed and allocated repeatedly here: pages are kept, so that page
    // faults do not enter the figures. A program that simulates a scene would do the same.
    constexpr int kKeep = 1 << 30;
    mallopt(M_MMAP_THRESHOLD, kKeep);
    mallopt(M_TRIM_THRESHOLD, kKeep);
    mallopt(M_TOP_PAD, 64 << 20);
    touchstone::add_timings();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
}
