// Measures the time of casting two convex bodies on one thread: for every method on the first
// samples of the paper's two sets, and for the distance search alone, cold and from its last
// simplex.
//
//   touchstone-convex-bench --benchmark_filter=hull_10/

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "generators/convex_cast/convex_cast.h"
#include "methods/continuous/gjk.h"
#include "testcases/impacts/convex/convex_samples.h"

namespace touchstone {
namespace {

constexpr int kSampleCount = 500;

const std::vector<ConvexSample>& samples_of(bool is_large) {
    static const std::vector<ConvexSample> sets[2] = {
        [] {
            ConvexSampleOptions options = small_hull_samples();
            options.count = kSampleCount;
            return make_convex_samples(options);
        }(),
        [] {
            ConvexSampleOptions options = large_hull_samples();
            options.count = kSampleCount;
            return make_convex_samples(options);
        }()};
    return sets[is_large ? 1 : 0];
}

PairMotion motion_of(const ConvexSample& sample) {
    return make_pair_motion(sample.a, sample.motion_a, sample.b, sample.motion_b);
}

void bench_cast(benchmark::State& state, const ConvexCastMethod& method, bool is_large) {
    const std::vector<ConvexSample>& samples = samples_of(is_large);
    std::int64_t iterations = 0;
    std::int64_t support_calls = 0;
    for (auto _ : state) {
        for (const ConvexSample& sample : samples) {
            const CastAnswer answer = method.cast(motion_of(sample), {});
            benchmark::DoNotOptimize(answer.time);
            iterations += answer.iterations;
            support_calls += answer.support_calls;
        }
    }
    const double casts = static_cast<double>(state.iterations()) * kSampleCount;
    state.SetItemsProcessed(state.iterations() * kSampleCount);
    state.counters["iterations"] = static_cast<double>(iterations) / casts;
    state.counters["support_calls"] = static_cast<double>(support_calls) / casts;
}

void bench_distance(benchmark::State& state, bool is_large, bool is_warm) {
    const std::vector<ConvexSample>& samples = samples_of(is_large);
    std::int64_t calls = 0;
    for (auto _ : state) {
        for (const ConvexSample& sample : samples) {
            const PairMotion motion = motion_of(sample);
            PairSimplex simplex;
            for (int k = 0; k < 10; ++k) {
                const PlacedPair pair = pair_at(motion, 0.1 * k * sample.first_contact);
                const PairDistance distance =
                    is_warm ? pair_distance(pair, simplex) : pair_distance(pair);
                benchmark::DoNotOptimize(distance.lower);
                calls += distance.support_calls;
            }
        }
    }
    const double searches = static_cast<double>(state.iterations()) * kSampleCount * 10.0;
    state.SetItemsProcessed(state.iterations() * kSampleCount * 10);
    state.counters["support_calls"] = static_cast<double>(calls) / searches;
}

void register_all() {
    for (const bool is_large : {false, true}) {
        const std::string set = is_large ? "hull_256/" : "hull_10/";
        for (const bool is_warm : {false, true}) {
            benchmark::RegisterBenchmark(
                (set + (is_warm ? "distance_warm" : "distance_cold")).c_str(), bench_distance,
                is_large, is_warm)
                ->Unit(benchmark::kMillisecond);
        }
        for (const ConvexCastMethod& method : all_convex_casts()) {
            benchmark::RegisterBenchmark((set + std::string(method.id)).c_str(), bench_cast, method,
                                         is_large)
                ->Unit(benchmark::kMillisecond);
        }
    }
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    touchstone::register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
