// Measures the time of finding all contacts: whole queries on one thread, including making the
// colliders, of every generator on masonry at rest and on two boxes of it, and its growth with the
// Wall; and the growth of the semi-local method's time with the faces of one body. `wall_growth.sh`
// in docs/results/experiments draws the figure of docs/results/detection.md from its output.
//
//   touchstone-query-bench --benchmark_filter=^wall/

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <tbb/global_control.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local.h"
#include "methods/mesh/shapes.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

struct Size {
    int layers;
    int span;
};

constexpr Size kSizes[]{{10, 8}, {20, 40}, {50, 100}, {100, 200}, {100, 800}};

constexpr const char* kCases[]{"two_boxes", "pillar", "wall", "arch"};

/// Makes the Pillar's two lowest stones, or the case of that name.
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
    const BodyShapes& shapes = scene.shapes.at(generator.shape_rule(query.settings));
    QueryCounts counts;
    const auto count_contacts = [&] {
        return std::ssize(find_contacts(make_colliders(scene, shapes), generator, query, &counts));
    };
    // The first query allocates memory from the system, which the others reuse.
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

/// Makes a square of `cells` × `cells` pairs of triangles, 100 m wide, over a point far below: a
/// hill with its top in the origin, rippled so that no two triangles make one facet.
SurfaceMesh make_terrain(int cells) {
    SurfaceMesh mesh;
    const auto number_of = [&](int i, int k) { return i * (cells + 1) + k; };
    for (int i = 0; i <= cells; ++i) {
        for (int k = 0; k <= cells; ++k) {
            const double x = 100.0 * (static_cast<double>(i) / cells - 0.5);
            const double z = 100.0 * (static_cast<double>(k) / cells - 0.5);
            const double ripple = 0.05 * (std::cos(1.3 * x) * std::cos(1.1 * z) - 1.0);
            mesh.vertices.emplace_back(x, ripple - 0.004 * (x * x + z * z), z);
        }
    }
    for (int i = 0; i < cells; ++i) {
        for (int k = 0; k < cells; ++k) {
            const int here = number_of(i, k);
            const int right = number_of(i + 1, k);
            mesh.triangles.push_back({here, here + 1, right});
            mesh.triangles.push_back({right, here + 1, right + 1});
        }
    }
    const auto below = static_cast<int>(mesh.vertices.size());
    mesh.vertices.emplace_back(0.0, -60.0, 0.0);
    const auto close = [&](int from, int to) { mesh.triangles.push_back({from, to, below}); };
    for (int i = 0; i < cells; ++i) {
        close(number_of(i, 0), number_of(i + 1, 0));
        close(number_of(i + 1, cells), number_of(i, cells));
        close(number_of(0, i + 1), number_of(0, i));
        close(number_of(cells, i), number_of(cells, i + 1));
    }
    return mesh;
}

/// Times one pair: a box of a metre on the top of the other body, which is at `top` [m].
void time_pair(benchmark::State& state, const SurfaceMesh& surface, double top) {
    const CollisionShape below = make_facet_shape(surface);
    const CollisionShape box = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const Collider collider_a = make_collider(below, {});
    const Collider collider_b =
        make_collider(box, {Quat::Identity(), Vec3(0.013, top + 0.5, 0.007)});
    semi_local::Workspace workspace;
    std::vector<ContactPoint> contacts;
    for (auto _ : state) {
        contacts.clear();
        semi_local::append_contacts(collider_a, collider_b, 0.01, {}, workspace, contacts);
    }
    const semi_local::NearFeatures& near = workspace.near;
    state.counters["faces"] = static_cast<double>(surface.triangles.size());
    state.counters["near_pairs"] =
        static_cast<double>(near.facets.size() + near.facet_a_corner_b.size() +
                            near.corner_a_facet_b.size() + near.edges.size());
    state.counters["contacts"] = static_cast<double>(contacts.size());
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    using namespace touchstone;
    // As in touchstone-bench: excludes the time of page faults by never returning memory.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_TOP_PAD, 64 << 20);
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    for (const char* name : kCases) {
        for (const Generator& generator : all_generators()) {
            if (!generator.is_for_all()) {
                continue;  // walls are polyhedra
            }
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
    for (const int subdivisions : {2, 3, 4, 5}) {
        benchmark::RegisterBenchmark(
            ("box_on_sphere/" + std::to_string(20 << (2 * subdivisions))).c_str(),
            [subdivisions](benchmark::State& state) {
                time_pair(state, make_sphere(1.0, subdivisions), 1.0);
            })
            ->Unit(benchmark::kMicrosecond);
    }
    for (const int cells : {20, 70, 220}) {
        benchmark::RegisterBenchmark(
            ("box_on_terrain/" + std::to_string(2 * cells * cells)).c_str(),
            [cells](benchmark::State& state) { time_pair(state, make_terrain(cells), 0.0); })
            ->Unit(benchmark::kMicrosecond);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
}
