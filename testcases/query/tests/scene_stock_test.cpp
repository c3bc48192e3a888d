#include "testcases/query/scene_stock.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/work/work_log.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/query/study_scene.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone {
namespace {

constexpr int kAskers = 8;

/// Asks for something from several threads at a time. Returns the addresses of what they were
/// given.
template <typename Ask>
std::array<const void*, kAskers> ask_from_threads(const Ask& ask) {
    std::array<const void*, kAskers> given{};
    Arena(kAskers).execute([&] { for_all(kAskers, [&](int i) { given[i] = ask(); }); });
    return given;
}

bool are_same(const std::array<const void*, kAskers>& given) {
    return std::ranges::all_of(given, [&](const void* one) { return one == given[0]; });
}

TEST_CASE("a stock loads a case once for all threads, and again after a failure", "[work]") {
    const testing::TemporaryFolder folder;
    const std::string file = (folder.path() / "own.json").string();
    SceneStock stock;
    CHECK_THROWS_AS(stock.load(file, BodyOrder::LowerFirst), FileError);
    CHECK_THROWS_AS(stock.load(file, BodyOrder::LowerFirst), FileError);
    std::ofstream(file)
        << R"({"schema": "touchstone-scene-1", "name": "it", "bodies": [{"name": "one", )"
        << R"("fixed": true, "shape": {"box": {"size": [1, 1, 1]}}}]})";
    const WorkLog log;
    const auto given = ask_from_threads([&] { return &stock.load(file, BodyOrder::LowerFirst); });
    CHECK(are_same(given));
    CHECK(log.count(Work::SceneText) == 1);
    // What is only read is not kept.
    CHECK(stock.read(file, BodyOrder::LowerFirst).bodies.size() == 1);
    CHECK(log.count(Work::SceneText) == 2);
    CHECK(log.count(Work::Surface) == 1);
    CHECK(&stock.load(file, BodyOrder::LowerFirst) == given[0]);
    // A file has one order of bodies, a built-in case two.
    CHECK(&stock.load(file, BodyOrder::Creation) == given[0]);
    const TestCase& lower = stock.load("wedges", BodyOrder::LowerFirst);
    const TestCase& upper = stock.load("wedges", BodyOrder::Creation);
    CHECK(&lower != &upper);
    CHECK(lower.bodies[0].name == upper.bodies[1].name);
    CHECK(&stock.load("wedges", BodyOrder::LowerFirst) == &lower);
}

TEST_CASE("the surface of a shape is made once for a file's reader and its scenes", "[work]") {
    const testing::TemporaryFolder folder;
    const std::string file = (folder.path() / "own.json").string();
    const std::string box = R"("shape": {"box": {"size": [1, 1, 1]}}, "fixed": true)";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "it", "bodies": [)"
                        << R"({"name": "one", )" << box << R"(}, {"name": "two", )" << box
                        << R"(}, {"name": "ball", "fixed": true, "shape": )"
                        << R"({"sphere": {"radius": 1, "subdivisions": 1}}}]})";
    const WorkLog log;
    const auto stock = std::make_shared<SceneStock>();
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::array<std::string, 1> generators{"opposing"};
    for (int scene = 0; scene < 2; ++scene) {
        CHECK(make_study_scene(file, settings, std::nullopt, generators, stock).surfaces.size() ==
              3);
        CHECK(log.count(Work::Surface) == 2);
    }
    const Shape shape = BoxShape{{1.0, 1.0, 1.0}};
    CHECK(are_same(ask_from_threads([&] { return stock->surface_of(shape).get(); })));
    CHECK(log.count(Work::Surface) == 2);
    stock->forget_surfaces();
    CHECK(stock->surface_of(shape)->vertices.size() == 8);
    CHECK(log.count(Work::Surface) == 3);
    const std::weak_ptr<const SurfaceMesh> forgotten = stock->surface_of(shape);
    const std::shared_ptr<const FacetModel> facets = stock->facets_of(*stock->surface_of(shape));
    stock->forget_shapes();
    CHECK(forgotten.expired());
    CHECK(stock->facets_of(*stock->surface_of(shape)) == facets);
}

TEST_CASE("shapes with other surfaces have other digests", "[work]") {
    const SurfaceMesh box = make_box({1.0, 2.0, 3.0});
    SurfaceMesh turned = box;
    std::swap(turned.triangles[0], turned.triangles[1]);
    const TetMesh tet{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                      {{0, 1, 2, 3}}};
    SurfaceMesh many{std::vector<Vec3>(100, Vec3::Zero()), {}};  // more than are taken as they are
    SurfaceMesh moved = many;
    moved.vertices.back().z() = 1e-300;
    SurfaceMesh more = many;
    more.vertices.emplace_back(Vec3::Zero());
    const SmoothShape ball{{SmoothPart{SmoothBall{1.0}, {}}}};
    const std::vector<Shape> shapes{
        BoxShape{{1.0, 2.0, 3.0}},
        BoxShape{{1.0, 3.0, 2.0}},
        HullShape{box.vertices},
        CylinderShape{1.0, 2.0, 8},
        CylinderShape{1.0, 2.0, 9},
        SphereShape{1.0, 2},
        SphereShape{2.0, 2},
        TrianglesShape{box},
        TrianglesShape{turned},
        TrianglesShape{many},
        TrianglesShape{moved},
        TrianglesShape{more},
        MeshShape{"a.obj", 1.0, box, {}, {}},
        MeshShape{"a.obj", 2.0, box, {}, {}},
        MeshShape{"a.obj", 1.0, {}, tet, {}},
        CurvedShape{ball, {.level = 2}},
        CurvedShape{ball, {.level = 3}},
        TetsShape{tet},
        ThinShape{{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {{0, 1}}, {}}, 0.1},
        ThinShape{{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {{0, 1}}, {}}, 0.2}};
    std::vector<Sha256> digests;
    for (const Shape& shape : shapes) {
        CHECK(shape_digest(shape) == shape_digest(Shape(shape)));
        digests.push_back(shape_digest(shape));
    }
    std::ranges::sort(digests);
    CHECK(std::ranges::adjacent_find(digests) == digests.end());
    // The name of a mesh's file has no part in it.
    CHECK(shape_digest(MeshShape{"b.obj", 1.0, box, {}, {}}) ==
          shape_digest(MeshShape{"a.obj", 1.0, box, {}, {}}));
}

TEST_CASE("a stock finds the facets of equal surfaces once, until it forgets them", "[work]") {
    const SurfaceMesh box = make_box({1.0, 2.0, 3.0});
    SceneStock stock;
    const WorkLog log;
    const auto models = ask_from_threads([&] {
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): an equal one of its own
        const SurfaceMesh equal = box;
        return stock.facets_of(equal).get();
    });
    CHECK(are_same(models));
    CHECK(are_same(ask_from_threads([&] { return &stock.planar_facets_of(box); })));
    CHECK(stock.facets_of(make_box({1.0, 2.0, 3.1})).get() != models[0]);
    CHECK(log.count(Work::Facets) == 2);
    CHECK(log.count(Work::PlanarFacets) == 1);
    const std::shared_ptr<const FacetModel> kept = stock.facets_of(box);
    stock.forget_surfaces();
    CHECK(stock.facets_of(box) != kept);
    CHECK(log.count(Work::Facets) == 3);
}

TEST_CASE("the truth of exact shapes asks for facets of the bodies of such pairs alone", "[work]") {
    TestCase test_case = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "three", "bodies": [
            {"name": "ground", "shape": {"box": {"size": [9, 1, 9]}}, "fixed": true},
            {"name": "ball", "shape": {"sphere": {"radius": 0.5}}, "position": [0, 1, 0]},
            {"name": "obstacle", "shape": {"box": {"size": [1, 1, 2]}}, "position": [3, 1, 0]}],
            "expected": [{"a": "ground", "b": "ball", "reference": {"smooth": {}}},
                         {"a": "ground", "b": "obstacle", "contacts": "not_judged"}]})",
        "three.json");
    const StudyScene scene = make_study_scene(
        std::move(test_case), false, make_study_settings(Profile::Corrected), std::nullopt, {});
    std::vector<Pose> poses;
    poses.reserve(scene.test_case.bodies.size());
    for (const BodySetup& body : scene.test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    const WorkLog log;
    const Reference truth = truth_at(scene, poses);
    CHECK(truth[0].why_unknown.empty());
    CHECK(truth[0].answers.size() == 1);
    CHECK(log.count(Work::Facets) == 1);
}

}  // namespace
}  // namespace touchstone
