// Measures the time of finding all contacts: whole queries on one thread, including making the
// colliders, of every generator on masonry at rest and on two boxes of it, and its growth with the
// Wall; and the growth of the semi-local method's time with the faces of one body. `wall_growth.sh`
// in docs/results/experiments draws the figure of docs/results/detection.md from its output.
//
// Scenes in motion, `moving/`, are asked at each of the first steps of their simulation, in turn
// with Opposing: `of_opposing` is the share of its processor time, which a busy machine changes
// less than the times.
//
//   touchstone-query-bench --benchmark_filter=^wall/
//   touchstone-query-bench --benchmark_filter=^moving/spikes/

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local.h"
#include "methods/base/processor_time.h"
#include "methods/mesh/shapes.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/motion/simulation.h"
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

constexpr const char* kMovingCases[]{"spike_in_crack",  "spike_in_hole", "wedge_in_crack",
                                     "sliding_spike",   "sliding_wedge", "spikes",
                                     "wedges",          "cliff_edges",   "internal_edges",
                                     "spike_and_wedge", "dropped_cubes", "sliding_boxes",
                                     "pillar",          "arch"};
constexpr int kMoments = 40;

/// The ways in which a scene in motion is asked.
enum class Asking {
    Touching,    ///< what touches now, from nothing
    Ahead,       ///< what is met in the step as well, as by the first step of a simulation
    Remembering  ///< the same, as by its later steps
};

/// A way to ask, and a method.
struct MovingVariant {
    const char* name;
    const char* method;
    Asking asking;
};

constexpr MovingVariant kMovingVariants[]{
    {"semi_local", "semi_local", Asking::Touching},
    {"semi_local_ahead", "semi_local", Asking::Ahead},
    {"semi_local_remembering", "semi_local", Asking::Remembering},
    {"opposing", "opposing", Asking::Touching},
    {"volume_sat", "volume_sat", Asking::Touching}};

/// What a step of a simulation asks about.
struct Moment {
    std::vector<Pose> poses;
    std::vector<RigidBody> bodies;
    /// Contacts of the step before. None at the first moment, where a simulation has those of its
    /// first look.
    std::vector<ContactPoint> last_contacts;
};

/// A scene, and the moments of its first steps with the contacts of the semi-local method.
struct MovingScene {
    StudySettings settings = make_study_settings(Profile::Corrected);
    SolverSettings solver;
    StudyScene scene;
    std::vector<Moment> moments;
};

/// Returns the scene of a case, made once.
const MovingScene& moving_scene(const std::string& name) {
    static std::map<std::string, MovingScene> scenes;
    const auto [place, is_new] = scenes.try_emplace(name);
    MovingScene& moving = place->second;
    if (is_new) {
        moving.scene =
            make_study_scene(name, moving.settings, std::nullopt,
                             std::vector<std::string>{"semi_local", "opposing", "volume_sat"});
        Simulation simulation(moving.scene, "semi_local", moving.settings);
        moving.solver = simulation.solver();
        std::vector<ContactPoint> last;
        for (int i = 0; i < kMoments; ++i) {
            std::vector<RigidBody> bodies = simulation.bodies();
            StepRecord record = simulation.step();
            moving.moments.push_back(
                {std::move(record.query_poses), std::move(bodies), std::move(last)});
            last = std::move(record.contacts);
        }
    }
    return moving;
}

/// Asks about all moments of a scene in one way, one after the other. What is remembered of them
/// stays for the next round, which begins with what is new to it.
class MovingQueries {
 public:
    MovingQueries(const MovingScene& moving, Generator method, Asking asking)
        : moving_(moving),
          method_(std::move(method)),
          method_settings_(moving.settings.generators.at(method_.id)),
          asking_(asking) {}

    /// Returns the processor's time of a round [s].
    double time_round() {
        const double start = thread_seconds();
        contacts_ = 0;
        for (const Moment& moment : moving_.moments) {
            BodyPlacement placement{moment.poses, moment.bodies, moving_.solver.time_step};
            if (asking_ != Asking::Touching) {
                placement.look_ahead = true;
                placement.acceleration = moving_.solver.gravity.norm();
                placement.restitution = moving_.solver.restitution;
                placement.last_contacts = moment.last_contacts;
            }
            placement.memory = asking_ == Asking::Remembering ? &memory_ : nullptr;
            contacts_ += std::ssize(
                find_scene_contacts(moving_.scene, method_, method_settings_, placement));
        }
        return thread_seconds() - start;
    }

    /// Returns the contacts of the last round.
    std::int64_t contacts() const { return contacts_; }

 private:
    const MovingScene& moving_;
    Generator method_;
    const MethodSettings& method_settings_;
    Asking asking_;
    DetectionMemory memory_;
    std::int64_t contacts_ = 0;
};

/// The work of the semi-local method in all moments of a scene, as its last look at each pair of
/// bodies leaves it.
struct MovingWork {
    std::int64_t feature_pairs = 0;  ///< features near each other, now or on their way
    std::int64_t candidates = 0;     ///< possible contacts of single features that touch now
};

std::int64_t pairs_in(const semi_local::NearFeatures& near) {
    return std::ssize(near.facets) + std::ssize(near.facet_a_corner_b) +
           std::ssize(near.corner_a_facet_b) + std::ssize(near.edges);
}

/// Returns the semi-local method, counting its work.
Generator counting_method(MovingWork& work) {
    Generator method = find_generator("semi_local");
    method.generate = [&work](const Collider& a, const Collider& b, const Query& query) {
        semi_local::Workspace workspace;  // a new one, without what other pairs left
        std::vector<ContactPoint> contacts;
        semi_local::append_contacts(
            a, b, query.time_step, query.settings.as<semi_local::Settings>(), workspace, contacts,
            {query.look_ahead, query.acceleration, query.last_contacts, nullptr, query.gain});
        work.feature_pairs += std::max(pairs_in(workspace.near), pairs_in(workspace.ahead.near));
        work.candidates += std::ssize(workspace.candidates);
        return contacts;
    };
    return method;
}

/// Counts it, where nothing is remembered.
MovingWork work_of(const MovingScene& moving, Asking asking) {
    MovingWork work;
    MovingQueries(moving, counting_method(work), asking).time_round();
    return work;
}

/// Times a round of queries in one way, in turn with one of Opposing.
void time_moving(benchmark::State& state, const std::string& name, const MovingVariant& variant) {
    const MovingScene& moving = moving_scene(name);
    MovingQueries queries(moving, find_generator(variant.method), variant.asking);
    MovingQueries opposing(moving, find_generator("opposing"), Asking::Touching);
    queries.time_round();
    opposing.time_round();
    double own = 0.0;
    double other = 0.0;
    for (auto _ : state) {
        const double time = queries.time_round();
        state.SetIterationTime(time);
        own += time;
        other += opposing.time_round();
    }
    const auto moments = static_cast<double>(moving.moments.size());
    state.counters["of_opposing"] = own / other;
    state.counters["contacts"] = static_cast<double>(queries.contacts()) / moments;
    state.counters["per_query"] = benchmark::Counter(
        moments, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    // What is remembered spares work that is not counted.
    if (std::string(variant.method) == "semi_local" && variant.asking != Asking::Remembering) {
        const MovingWork work = work_of(moving, variant.asking);
        state.counters["feature_pairs"] = static_cast<double>(work.feature_pairs) / moments;
        state.counters["candidates"] = static_cast<double>(work.candidates) / moments;
    }
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
    for (const std::string name : kMovingCases) {
        for (const MovingVariant& variant : kMovingVariants) {
            benchmark::RegisterBenchmark(
                ("moving/" + name + "/" + variant.name).c_str(),
                [name, variant](benchmark::State& state) { time_moving(state, name, variant); })
                ->Unit(benchmark::kMicrosecond)
                ->UseManualTime();
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
