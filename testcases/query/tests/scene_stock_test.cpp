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
    // A file has one order of bodies, a built-in case two.
    CHECK(&stock.load(file, BodyOrder::Creation) == given[0]);
    const TestCase& lower = stock.load("wedges", BodyOrder::LowerFirst);
    const TestCase& upper = stock.load("wedges", BodyOrder::Creation);
    CHECK(&lower != &upper);
    CHECK(lower.bodies[0].name == upper.bodies[1].name);
    CHECK(&stock.load("wedges", BodyOrder::LowerFirst) == &lower);
}

TEST_CASE("a stock finds the facets of equal surfaces once, until it forgets them", "[work]") {
    const SurfaceMesh box = make_box({1.0, 2.0, 3.0});
    SceneStock stock;
    const WorkLog log;
    const auto models = ask_from_threads([&] {
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
