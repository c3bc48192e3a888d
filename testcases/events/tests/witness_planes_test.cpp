#include "testcases/events/witness_planes.h"

#include <cmath>
#include <string>

#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"

using namespace touchstone;

namespace {

TestCase scene_with(const std::string& bodies) {
    return parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "planes", "bodies": [)" + bodies + "]}",
        "planes.json", {});
}

std::vector<WitnessPlane> planes_of(const TestCase& scene, double reach) {
    std::vector<Pose> poses;
    poses.reserve(scene.bodies.size());
    for (const BodySetup& body : scene.bodies) {
        poses.push_back(body.world_from_shape);
    }
    return witness_planes(scene, poses, reach);
}

}  // namespace

TEST_CASE("a witness plane lies halfway across the shortest way", "[events]") {
    const std::string floor =
        R"({"name": "floor", "shape": {"box": {"size": [6, 2, 6]}}, "position": [5000, -1, 0], )"
        R"("fixed": true})";
    const std::string ball =
        R"({"name": "ball", "shape": {"sphere": {"radius": 0.5}}, "position": [5001, 0.7, 0.3]})";
    const std::string other =
        R"({"name": "egg", "shape": {"ellipsoid": {"semi_axes": [0.4, 0.5, 0.4]}}, )"
        R"("position": [5001, 1.8, 0.3]})";
    const auto planes = planes_of(scene_with(floor + ", " + ball + ", " + other), 0.5);
    // The egg is farther from the floor than planes reach.
    REQUIRE(planes.size() == 2);
    CHECK(planes[0].body_a == 0);
    CHECK(planes[0].body_b == 1);
    CHECK((planes[0].normal - Vec3::UnitY()).norm() < 1e-9);
    CHECK(std::abs(planes[0].separation - 0.2) < 1e-9);
    CHECK(std::abs(planes[0].point.y() - 0.1) < 1e-9);
    CHECK(planes[1].body_a == 1);
    CHECK(planes[1].body_b == 2);
    CHECK(std::abs(planes[1].separation - 0.1) < 1e-9);
    CHECK((planes[1].point - Vec3(5001.0, 1.25, 0.3)).norm() < 1e-9);
    const std::string low_egg =
        R"({"name": "egg", "shape": {"ellipsoid": {"semi_axes": [0.4, 0.5, 0.4]}}, )"
        R"("position": [5001, 0.6, 0.3]})";
    const auto low = planes_of(scene_with(floor + ", " + low_egg), 0.5);
    REQUIRE(low.size() == 1);
    CHECK((low[0].normal - Vec3::UnitY()).norm() < 1e-9);
    CHECK(std::abs(low[0].separation - 0.1) < 1e-9);
    CHECK(std::abs(low[0].point.y() - 0.05) < 1e-9);
    TestCase pair = scene_with(floor + ", " + ball);
    CHECK(planes_of(pair, 0.1).empty());
    CHECK(planes_of(pair, 0.5).size() == 1);
    pair.bodies[1].elastic.emplace();  // its shape is no longer that of the scene
    CHECK(planes_of(pair, 0.5).empty());
}

TEST_CASE("bodies of several parts have one witness plane, polyhedra none", "[events]") {
    const std::string box =
        R"({"name": "box", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0.6, 0]})";
    const std::string pair =
        R"({"name": "pair", "shape": {"union": {"parts": [)"
        R"({"shape": {"sphere": {"radius": 0.3}}, "position": [-0.3, 0.1, 0]}, )"
        R"({"shape": {"sphere": {"radius": 0.3}}, "position": [0.1, 0, 0]}]}}, "position": [0, 1.5, 0]})";
    const std::string hull =
        R"({"name": "hull", "shape": {"convex_hull": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}, )"
        R"("position": [0, -1, 0]})";
    const auto planes = planes_of(scene_with(box + ", " + pair + ", " + hull), 1.0);
    REQUIRE(planes.size() == 1);
    CHECK(std::abs(planes[0].separation - 0.1) < 1e-9);
    CHECK((planes[0].point - Vec3(0.1, 1.15, 0.0)).norm() < 1e-9);
}
