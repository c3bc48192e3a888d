// Balls, bowls and boxes in motion with exact contacts.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;

namespace {

/// A scene of two bodies or more, given as JSON, in motion.
struct SmallScene {
    StudySettings settings;
    StudyScene scene;
    Simulation simulation;

    SmallScene(const std::string& bodies, const std::string& generator, const StudySettings& asked)
        : settings(asked),
          scene(make_study_scene(
              parse_scene(R"({"schema": "touchstone-scene-1", "name": "small", "solver": )"
                          R"({"restitution": 0}, "query": {"pose": "initial", "time_step": 0.01}, )"
                          R"("bodies": [)" +
                              bodies + "]}",
                          "small.json", {}),
              false, settings, std::nullopt, std::vector{generator})),
          simulation(scene, generator, settings) {}
};

StudySettings settings_with(const std::vector<Assignment>& assignments) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    for (const Assignment& assignment : assignments) {
        assign(settings, assignment);
    }
    return settings;
}

const std::string kSlab =
    R"({"name": "floor", "shape": {"box": {"size": [20, 1, 4]}}, "position": [0, -0.5, 0], )"
    R"("fixed": true})";

}  // namespace

TEST_CASE("a ball that rolls on a box does not hop where gaps are closed", "[simulation]") {
    const StudySettings settings = settings_with({{"solver", "gap", "close"}});
    SmallScene ball(kSlab + R"(, {"name": "ball", "shape": {"sphere": {"radius": 0.5}}, )"
                            R"("position": [0, 0.500001, 0], "linear_velocity": [2, 0, 0], )"
                            R"("angular_velocity": [0, 0, -4]})",
                    "smooth", settings);
    double highest = 0.0;
    for (int step = 0; step < 50; ++step) {
        const StepRecord record = ball.simulation.step();
        highest = std::max(highest, record.bodies[1].world_from_body.translation.y());
        REQUIRE(record.bodies[1].world_from_body.translation.y() > 0.4998);
    }
    CHECK(highest < 0.50001);
}

TEST_CASE("boxes that smooth leaves to semi_local move as without curvature, to the bit",
          "[simulation]") {
    const std::string boxes =
        kSlab +
        R"(, {"name": "box", "shape": {"box": {"size": [0.5, 1, 0.5]}}, "position": [0, 0.55, 0], )"
        R"("orientation": [0.9962, 0, 0, -0.0872], "angular_velocity": [0, 0, -3]}, )"
        R"({"name": "next", "shape": {"box": {"size": [0.5, 1, 0.5]}}, "position": [2, 0.55, 0], )"
        R"("orientation": [0.9962, 0, 0, 0.0872], "angular_velocity": [0, 0, 3]})";
    SmallScene left(boxes, "smooth",
                    settings_with({{"solver", "gap", "close"},
                                   {"solver", "warm_start", "off"},
                                   {"smooth", "polyhedra", "semi_local"}}));
    std::vector<RigidBody> bodies = left.simulation.bodies();
    int contacts = 0;
    for (int i = 0; i < 40; ++i) {
        const StepRecord record = left.simulation.step();
        contacts += static_cast<int>(std::ssize(record.contacts));
        step(bodies, record.query_poses, record.contacts, left.simulation.solver());
        for (int body = 0; body < std::ssize(bodies); ++body) {
            REQUIRE(bodies[body].state.linear_velocity == record.bodies[body].linear_velocity);
            REQUIRE(bodies[body].state.angular_velocity == record.bodies[body].angular_velocity);
        }
    }
    CHECK(contacts > 40);
}

TEST_CASE("a ball with exact contacts rolls without bumps for 10 s", "[simulation]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene("rolling_ball", settings, std::nullopt,
                                              std::vector<std::string>{"smooth"});
    Simulation simulation(scene, "smooth", settings);
    const double start = energy(simulation.bodies(), Vec3::Zero()).kinetic;
    for (int i = 0; i < 1000; ++i) {
        const StepRecord record = simulation.step();
        const Vec3& centre = record.bodies[1].world_from_body.translation;
        REQUIRE(std::abs(centre.y() - 0.5) <= 1e-12);
        REQUIRE(std::abs(centre.z() - 0.3) <= 1e-9);
        REQUIRE(std::abs(record.energy.kinetic / start - 1.0) <= 1e-9);
    }
}

TEST_CASE("a ball sinks into a bowl without curvature rates, and not with them", "[simulation]") {
    // At rest on the bowl's side, 0.6 m from its middle.
    const std::string bodies =
        R"({"name": "bowl", "shape": {"bowl": {"curvature_radius": 1.25, "rim_radius": 1.1, )"
        R"("thickness": 0.3}}, "fixed": true}, {"name": "ball", "shape": {"sphere": )"
        R"({"radius": 0.4}}, "position": [0.42691, 0.50461, 0]})";
    const auto deepest = [&](const char* curvature) {
        SmallScene ball(
            bodies, "smooth",
            settings_with({{"solver", "curvature", curvature}, {"solver", "gap", "ignore"}}));
        double result = 0.0;
        for (int step = 0; step < 100; ++step) {
            for (const ContactPoint& contact : ball.simulation.step().contacts) {
                result = std::max(result, -contact.separation);
            }
        }
        return result;
    };
    const double with = deepest("on");
    const double without = deepest("off");
    CAPTURE(with, without);
    CHECK(without > 0.002);
    CHECK(with < 0.1 * without);
}

TEST_CASE("a ball in a bowl that nearly fits it gains no energy", "[simulation]") {
    SmallScene ball(
        R"({"name": "bowl", "shape": {"bowl": {"curvature_radius": 0.5005, "rim_radius": 0.4, )"
        R"("thickness": 0.1}}, "fixed": true}, {"name": "ball", "shape": {"sphere": )"
        R"({"radius": 0.5}}, "position": [0, 0.5, 0], "linear_velocity": [1, 0, 0]})",
        "smooth", settings_with({{"solver", "stepping", "semi_implicit"}}));
    const Energy start = energy(ball.simulation.bodies(), ball.simulation.solver().gravity);
    for (int step = 0; step < 100; ++step) {
        const StepRecord record = ball.simulation.step();
        const double gain =
            record.energy.kinetic + record.energy.potential - start.kinetic - start.potential;
        REQUIRE(gain < 0.02 * start.kinetic);
    }
}

TEST_CASE("balls too small for a curvature rate in a step do not pass each other", "[simulation]") {
    // They close at 45° at 2 m/s: a step is ten times their distance.
    SmallScene balls(
        R"({"name": "pin", "shape": {"sphere": {"radius": 0.001}}, "fixed": true}, {"name": )"
        R"("ball", "shape": {"sphere": {"radius": 0.001}}, "position": [0.001414, 0.001414, 0], )"
        R"("linear_velocity": [-2, 0, 0]})",
        "smooth", settings_with({{"solver", "stepping", "semi_implicit"}}));
    const StepRecord record = balls.simulation.step();
    REQUIRE(record.impulses.size() == 1);
    CHECK(record.impulses[0].normal > 0.0);
    CHECK(record.contacts[0].normal.dot(record.bodies[1].linear_velocity) > -1e-6);
}
