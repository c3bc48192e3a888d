// The time of finding all contacts: whole queries, making the colliders included, one thread, of
// every generator on masonry as it stands and on two boxes of it, and how it grows with the Wall.
// docs/experiments/wall_growth.sh draws the figure in docs/ from what this program prints.
//
//   touchstone-query-bench --benchmark_filter=^wall/

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <tbb/global_control.h>

#include <memory>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "testcases/cases/masonry.h"
#include "testcases/study_scene.h"

namespace touchstone {
namespace {

struct Size {
    int layers;
    int span;
};

constexpr Size kSizes[]{{10, 8}, {20, 40}, {50, 100}, {100, 200}, {100, 800}};

constexpr const char* kCases[]{"two_boxes", "pillar", "wall", "arch"};

/// The Pillar's two lowest stones, or the case of that name.
TestCase make_masonry(const std::string& name) {
    TestCase masonry = load_test_case(name == "two_boxes" ? "pillar" : name, BodyOrder::LowerFirst);
    if (name == "two_boxes") {
        masonry.bodies.resize(2);
    }
    return masonry;
}

TestCase make_wall(Size size) {
    TestCase wall;
    wall.id = "wall";
    wall.bodies = make_wall_bodies({.layers = size.layers, .span = size.span});
    return wall;
}

std::vector<SceneBody> make_colliders(const StudyScene& scene, const BodyShapes& shapes) {
    std::vector<SceneBody> bodies;
    bodies.reserve(scene.test_case.bodies.size());
    for (int i = 0; i < std::ssize(scene.test_case.bodies); ++i) {
        const BodySetup& setup = scene.test_case.bodies[i];
        bodies.push_back({make_collider(shapes.of(i), setup.world_from_shape), setup.fixed});
    }
    return bodies;
}

void time_query(benchmark::State& state, TestCase test_case, const std::string& id) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene =
        make_study_scene(std::move(test_case), false, settings, std::nullopt, std::vector{id});
    const Generator& generator = find_generator(id);
    const Query query{.time_step = 0.01, .settings = settings.generators.at(id)};
    const BodyShapes& shapes = scene.shapes.at(shape_rule(generator, query.settings));
    QueryCounts counts;
    const auto count_contacts = [&] {
        return std::ssize(find_contacts(make_colliders(scene, shapes), generator, query, &counts));
    };
    // The first query asks the system for memory, the others find it again.
    std::int64_t contacts = count_contacts();
    for (auto _ : state) {
        contacts = count_contacts();
        benchmark::DoNotOptimize(contacts);
    }
    const auto pairs = static_cast<double>(counts.body_pairs);
    state.counters["body_pairs"] = pairs;
    state.counters["contacts"] = static_cast<double>(contacts);
    state.counters["per_pair"] = benchmark::Counter(
        pairs, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    using namespace touchstone;
    // As in touchstone-bench: not the time of page faults. Nothing is given back.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_TOP_PAD, 64 << 20);
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    for (const char* name : kCases) {
        for (const Generator& generator : all_generators()) {
            const std::string id(generator.id);
            benchmark::RegisterBenchmark(
                (std::string(name) + "/" + id).c_str(),
                [name, id](benchmark::State& state) { time_query(state, make_masonry(name), id); })
                ->Unit(benchmark::kMicrosecond);
        }
    }
    for (const std::string id : {"opposing", "volume_sat", "semi_local"}) {
        for (const Size size : kSizes) {
            benchmark::RegisterBenchmark(("wall_growth/" + id + "/" + std::to_string(size.layers) +
                                          "x" + std::to_string(size.span))
                                             .c_str(),
                                         [size, id](benchmark::State& state) {
                                             time_query(state, make_wall(size), id);
                                             state.counters["layers"] = size.layers;
                                             state.counters["span"] = size.span;
                                         })
                ->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
}
