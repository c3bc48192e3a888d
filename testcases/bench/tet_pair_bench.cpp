// Measures nanoseconds per tet pair for every method, on the pairs of the Pillar and the Wall whose
// boxes overlap. Pairs that overlap (for closest points: lie within its reach) and pairs that do
// not are timed separately; "all" is the mix of a query. The scenes are sunk into themselves by a
// ten-thousandth of the height, so that rounding does not decide which pairs touch.
//
//   touchstone-bench --benchmark_filter=wall

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <map>
#include <memory>

#include "generators/find_contacts.h"
#include "generators/local/kernel.h"
#include "generators/local/settings/closest_points_settings.h"
#include "generators/local/settings/local_options.h"
#include "generators/local/settings/sat_settings.h"
#include "generators/local/tet_pairs.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "testcases/cases/masonry/masonry.h"

namespace touchstone {
namespace {

constexpr double kSunkShare = 1e-4;

struct TetPair {
    const PosedTet* a;
    const PosedTet* b;
};

/// The tet pairs of a scene in the narrow phase, by their outcome.
struct PairSet {
    std::vector<CollisionShape> shapes;
    std::vector<SceneBody> bodies;
    std::vector<TetPair> touching;
    std::vector<TetPair> separated;
    std::int64_t body_pairs = 0;
    std::int64_t culled = 0;  ///< number of surface tet pairs of those
                              ///< bodies whose boxes do not overlap

    std::vector<TetPair> all() const {
        std::vector<TetPair> pairs = touching;
        pairs.insert(pairs.end(), separated.begin(), separated.end());
        return pairs;
    }
};

/// Returns true when the tets share a point or, for closest points, come within its reach anywhere:
/// with all elements counted as surface the kernel then finds a contact.
bool touches(const TetPair& pair, bool closest) {
    const auto all_surface = [](PosedTet tet) {
        tet.surface_faces = tet.surface_vertices = 0b1111;
        tet.surface_edges = 0b111111;
        return tet;
    };
    static const ClosestPointsSettings of_closest;
    static const SatSettings of_sat;
    TetPairContacts contacts;
    const auto run = [&](const char* id, const LocalSettings& settings) {
        find_kernel(best_kernels(), id)
            .run(all_surface(*pair.a), all_surface(*pair.b), settings, contacts);
    };
    if (closest) {
        run("closest_points", of_closest);
    } else {
        run("volume_sat", of_sat);
    }
    return contacts.count > 0;
}

PairSet make_pairs(const std::vector<BodySetup>& setups, bool closest) {
    const ClosestPointsSettings settings;
    const Tetrahedralize mesher = [](const SurfaceMesh& surface) {
        return tetrahedralize(surface);
    };
    PairSet set;
    for (const BodySetup& setup : setups) {
        const SurfaceMesh surface = make_surface(setup.shape);
        const TetMesh mesh =
            closest ? make_eroded_tets(surface, settings.erosion, settings.envelope, mesher)
                    : mesher(surface);
        set.shapes.push_back(make_collision_shape(mesh, ElementOrder::Canonical));
        set.shapes.back().envelope = settings.envelope;
    }
    for (std::size_t i = 0; i < setups.size(); ++i) {
        Pose pose = setups[i].world_from_shape;
        pose.translation *= 1.0 - kSunkShare;
        set.bodies.push_back({make_collider(set.shapes[i], pose), setups[i].fixed});
    }
    const double reach = closest ? 2.0 * settings.envelope : 0.0;
    for (std::size_t i = 0; i < set.bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < set.bodies.size(); ++j) {
            const Collider& a = set.bodies[i].collider;
            const Collider& b = set.bodies[j].collider;
            const std::vector<ElementPair> pairs = candidate_tet_pairs(a, b, reach, {});
            if (pairs.empty()) {
                continue;
            }
            ++set.body_pairs;
            set.culled += std::ssize(a.tets) * std::ssize(b.tets) - std::ssize(pairs);
            for (const ElementPair& pair : pairs) {
                const TetPair tets{&a.tets[pair.a], &b.tets[pair.b]};
                (touches(tets, closest) ? set.touching : set.separated).push_back(tets);
            }
        }
    }
    return set;
}

const PairSet& pairs_of(const std::string& scene, bool closest) {
    static std::map<std::pair<std::string, bool>, std::unique_ptr<PairSet>> cache;
    std::unique_ptr<PairSet>& entry = cache[{scene, closest}];
    if (entry == nullptr) {
        entry = std::make_unique<PairSet>(
            make_pairs(scene == "pillar" ? make_pillar_bodies() : make_wall_bodies(), closest));
    }
    return *entry;
}

/// Returns true for a kernel that needs eroded bodies and finds contacts between disjoint tets.
bool looks_across_gaps(const NamedKernel& kernel) {
    return find_generator(kernel.id).shape == ShapeKind::ErodedTets;
}

void time_pairs(benchmark::State& state, const std::string& scene, const std::string& kind,
                const NamedKernel& kernel) {
    const bool closest = looks_across_gaps(kernel);
    const PairSet& set = pairs_of(scene, closest);
    const std::vector<TetPair> pairs = kind == "touching"    ? set.touching
                                       : kind == "separated" ? set.separated
                                                             : set.all();
    const LocalOptions& options = kernel.options();
    const LocalSettings& settings = options.shared(options.options.corrected);
    TetPairContacts contacts;
    std::int64_t found = 0;
    for (auto _ : state) {
        found = 0;
        for (const TetPair& pair : pairs) {
            contacts.count = 0;
            kernel.run(*pair.a, *pair.b, settings, contacts);
            found += contacts.count;
        }
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
