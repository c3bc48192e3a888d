// Compares generators with engines on the pairs of Wall and Pillar that touch: the time of one
// query of one pair, with the bodies already in place. Engines time their own query inside their
// program, without the communication. Those whose program is not next to this one are left out.
//
//   touchstone-engine-bench --benchmark_repetitions=3

#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "generators/external/external_generator.h"
#include "generators/find_contacts.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

/// The pairs of a case between which the semi-local method finds contacts.
struct TouchingPairs {
    StudyScene scene;
    std::vector<Collider> colliders;
    std::vector<std::pair<int, int>> pairs;
};

std::vector<Collider> make_colliders(const StudyScene& scene, const BodyShapes& shapes) {
    std::vector<Collider> colliders;
    for (int i = 0; i < std::ssize(scene.test_case.bodies); ++i) {
        colliders.push_back(
            make_collider(shapes.of(i), scene.test_case.bodies[i].world_from_shape));
    }
    return colliders;
}

TouchingPairs make_pairs(const std::string& case_id, const std::string& generator_id,
                         const StudySettings& settings) {
    TouchingPairs result;
    const std::vector<std::string> ids{generator_id, "semi_local"};
    result.scene = make_study_scene(case_id, settings, QueryPose::Initial, ids);
    const auto colliders_for = [&](const std::string& id) {
        return make_colliders(
            result.scene, result.scene.shapes.at(
                              settings.methods.find(id).shape_rule(settings.generators.at(id))));
    };
    result.colliders = colliders_for(generator_id);
    const std::vector<Collider> facets = colliders_for("semi_local");
    const Generator& semi_local = find_generator("semi_local");
    for (int a = 0; a < std::ssize(facets); ++a) {
        for (int b = a + 1; b < std::ssize(facets); ++b) {
            if (!semi_local
                     .generate(facets[a], facets[b], {0.01, settings.generators.at("semi_local")})
                     .empty()) {
                result.pairs.emplace_back(a, b);
            }
        }
    }
    return result;
}

void report_pairs(benchmark::State& state, const TouchingPairs& touching, std::size_t contacts) {
    const auto pairs = static_cast<double>(touching.pairs.size());
    state.counters["pairs"] = pairs;
    state.counters["contacts"] = static_cast<double>(contacts);
    state.counters["per_pair"] = benchmark::Counter(
        pairs, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Times the pairs. `seconds`: the engine's own time since the last reading; null for a method in
/// this process. `remembers`: with what is kept of the query before, as in a scene at rest.
void time_pairs(benchmark::State& state, const MethodList& methods, const std::string& case_id,
                const std::string& id, double* seconds, bool remembers = false) {
    const StudySettings settings = make_study_settings(Profile::Corrected, methods);
    const TouchingPairs touching = make_pairs(case_id, id, settings);
    const Generator& generator = settings.methods.find(id);
    Query query{0.01, settings.generators.at(id)};
    std::vector<PairSlot> slots(touching.pairs.size());
    std::size_t contacts = 0;
    const auto ask_all = [&] {
        contacts = 0;
        for (std::size_t i = 0; i < touching.pairs.size(); ++i) {
            const auto& [a, b] = touching.pairs[i];
            query.memory = remembers ? &slots[i] : nullptr;
            contacts +=
                generator.generate(touching.colliders[a], touching.colliders[b], query).size();
        }
        benchmark::DoNotOptimize(contacts);
    };
    for (int i = 0; i < 4; ++i) {
        ask_all();  // sends the bodies, and is remembered
    }
    for (auto _ : state) {
        if (seconds != nullptr) {
            *seconds = 0.0;
        }
        ask_all();
        if (seconds != nullptr) {
            state.SetIterationTime(*seconds);
        }
    }
    report_pairs(state, touching, contacts);
}

/// Returns the id of the engine's entry, or nothing when its program is missing.
std::string add_engine(MethodList& methods, const std::filesystem::path& folder,
                       const std::string& program, const std::string& form, double& seconds) {
    const std::filesystem::path path = folder / ("touchstone-engine-" + program);
    if (!std::filesystem::exists(path)) {
        return {};
    }
    Generator generator =
        make_external_generator({.command = "'" + path.string() + "' --as " + form,
                                 .time_limit = 60.0,
                                 .note_seconds = [&seconds](double more) { seconds += more; }});
    const std::string id = generator.id;
    methods.add(std::move(generator));
    return id;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    using namespace touchstone;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const std::filesystem::path folder =
        std::filesystem::read_symlink("/proc/self/exe").parent_path();
    double seconds = 0.0;
    MethodList methods;
    std::vector<std::string> engines;
    for (const auto& [program, form] :
         {std::pair("fcl", "mesh"), std::pair("fcl", "hull"), std::pair("bullet", "hull"),
          std::pair("bullet", "mesh"), std::pair("ode", "mesh"), std::pair("mujoco", "hull")}) {
        const std::string id = add_engine(methods, folder, program, form, seconds);
        if (!id.empty()) {
            engines.push_back(id);
        }
    }
    for (const std::string case_id : {"wall", "pillar"}) {
        for (const std::string id : {"opposing", "volume_sat", "semi_local"}) {
            benchmark::RegisterBenchmark(
                (case_id + "/" + id).c_str(),
                [=](benchmark::State& state) { time_pairs(state, methods, case_id, id, nullptr); })
                ->Unit(benchmark::kMicrosecond);
            benchmark::RegisterBenchmark((case_id + "/" + id + " remembering").c_str(),
                                         [=](benchmark::State& state) {
                                             time_pairs(state, methods, case_id, id, nullptr, true);
                                         })
                ->Unit(benchmark::kMicrosecond);
        }
        for (const std::string& id : engines) {
            benchmark::RegisterBenchmark(
                (case_id + "/" + id).c_str(),
                [&seconds, &methods, case_id, id](benchmark::State& state) {
                    time_pairs(state, methods, case_id, id, &seconds);
                })
                ->Unit(benchmark::kMicrosecond)
                ->UseManualTime()
                ->Iterations(5);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
