// Bodies that others strike: what lies behind them stops them within the same step.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/motion/tests/passing_scene.h"

namespace touchstone {
namespace {

using testing::Passing;

/// Boxes above a floor of 2 cm, one above the other, and a hammer that comes down on them at 8 m/s
/// without gravity.
struct Train {
    int count = 1;
    double side = 0.1;   ///< of all boxes [m]
    double gap = 0.03;   ///< below each box [m]
    double ratio = 1.0;  ///< mass of the hammer, of a box [-]
    double slide = 0.0;  ///< speed of all along the floor [m/s]
    double rise = 0.0;   ///< speed of the boxes upwards [m/s]

    std::string members() const {
        std::ostringstream text;
        text << R"("gravity": [0, 0, 0], "query": {"pose": "initial", "time_step": 0.01}, )"
             << R"("bodies": [{"name": "floor", "fixed": true, "shape": {"box": {"size": )"
             << R"([2, 0.02, 2]}}, "position": [0, -0.01, 0]}, )";
        double top = 0.0;
        for (int i = 0; i < count; ++i) {
            add_box(text, "struck " + std::to_string(i), 1000.0, top + gap, rise);
            text << ", ";
            top += gap + side;
        }
        add_box(text, "hammer", 1000.0 * ratio, top + 0.3, -8.0);
        text << "]";
        return text.str();
    }

 private:
    void add_box(std::ostream& text, const std::string& name, double density, double bottom,
                 double speed) const {
        text << R"({"name": ")" << name << R"(", "shape": {"box": {"size": [)" << side << ", "
             << side << ", " << side << R"(]}}, "density": )" << density << R"(, "position": [0, )"
             << bottom + 0.5 * side << R"(, 0], "linear_velocity": [)" << slide << ", " << speed
             << ", 0]}";
    }
};

/// Returns how far a box reaches below its centre [m].
double reach_below(const Pose& pose, const Vec3& size) {
    const Mat3 turn = pose.rotation.toRotationMatrix();
    return 0.5 * turn.row(1).cwiseAbs().dot(size);
}

/// Returns how deep a step leaves a box or the hammer in the floor at most, and where boxes stand
/// straight above each other, in the one below it [m].
double deepest(const Train& train, int steps, const std::vector<Assignment>& assignments = {}) {
    Passing scene(train.members(), assignments);
    const Vec3 size = Vec3::Constant(train.side);
    double most = 0.0;
    for (int i = 0; i < steps; ++i) {
        scene.simulation.step();
        const std::vector<RigidBody>& bodies = scene.simulation.bodies();
        for (int body = 1; body <= train.count + 1; ++body) {  // the last one is the hammer
            const Pose& pose = bodies[body].state.world_from_body;
            most = std::max(most, reach_below(pose, size) - pose.translation.y());
            const Pose& below = bodies[body - 1].state.world_from_body;
            const Vec3 apart = pose.translation - below.translation;
            const double turned = std::max(pose.rotation.angularDistance(Quat::Identity()),
                                           below.rotation.angularDistance(Quat::Identity()));
            if (body > 1 && turned < 0.01 && std::hypot(apart.x(), apart.z()) < 0.5 * train.side) {
                most = std::max(most, (1.0 - turned) * train.side - apart.y());
            }
        }
    }
    return most;
}

/// Returns the gap or overlap up to which boxes of a side are in contact: 0.5 % of their size [m].
double envelope(double side) { return 0.005 * std::numbers::sqrt3 * side; }

/// Returns settings of a step, with which the solver comes to an end where bodies are much heavier
/// than others.
std::vector<Assignment> settings_for(double ratio, double restitution) {
    std::vector<Assignment> settings{{"solver", "restitution", restitution > 0.0 ? "1" : "0"}};
    if (ratio > 100.0) {
        settings.push_back({"solver", "max_sweeps", "100000"});
        settings.push_back({"solver", "stagnation_tolerance", "1e-14"});
    }
    return settings;
}

}  // namespace

TEST_CASE("a train of boxes ends on the floor whatever the mass of the hammer", "[struck]") {
    const double ratio = GENERATE(1.0, 10.0, 50.0, 500.0, 10000.0);
    const int count = GENERATE(1, 2, 4, 8);
    const double restitution = GENERATE(0.0, 1.0);
    CAPTURE(ratio, count, restitution);
    CHECK(deepest({.count = count, .ratio = ratio}, 10, settings_for(ratio, restitution)) <
          envelope(0.1));
}

TEST_CASE("a train that slides or rises ends on the floor as well", "[struck]") {
    const double ratio = GENERATE(10.0, 50.0);
    const int count = GENERATE(2, 4);
    const double side = GENERATE(0.02, 0.1);
    const double restitution = GENERATE(0.0, 1.0);
    const bool slides = GENERATE(true, false);
    CAPTURE(ratio, count, side, restitution, slides);
    const Train train{.count = count,
                      .side = side,
                      .ratio = ratio,
                      .slide = slides ? 4.0 : 0.0,
                      .rise = slides ? 0.0 : 3.0};
    CHECK(deepest(train, 9, settings_for(ratio, restitution)) < envelope(side));
}

TEST_CASE("a blow goes through many bodies in one step", "[struck]") {
    // Each of them is found only once the one above it is struck.
    const Train train{.count = 20, .gap = 0.001, .ratio = 50.0};
    CHECK(deepest(train, 8) < envelope(0.1));
}

TEST_CASE("a rod that is struck beside its middle stops at the floor with both ends", "[struck]") {
    const double at = GENERATE(0.0, 0.166, 0.3, 0.47);
    const double ratio = GENERATE(0.1, 1.0, 100.0);
    const double gap = GENERATE(0.01, 0.06);
    const double restitution = GENERATE(0.0, 1.0);
    CAPTURE(at, ratio, gap, restitution);
    const double mass = 1000.0 * 1.0 * 0.05 * 0.05;
    std::ostringstream text;
    text << R"("gravity": [0, 0, 0], "query": {"pose": "initial", "time_step": 0.01}, "bodies": [)"
         << R"({"name": "floor", "fixed": true, "shape": {"box": {"size": [4, 0.02, 4]}}, )"
         << R"("position": [0, -0.01, 0]}, )"
         << R"({"name": "rod", "shape": {"box": {"size": [1, 0.05, 0.05]}}, "density": 1000, )"
         << R"("position": [0, )" << gap + 0.025 << R"(, 0]}, )"
         << R"({"name": "hammer", "shape": {"box": {"size": [0.05, 0.05, 0.05]}}, "density": )"
         << ratio * mass / 0.000125 << R"(, "position": [)" << at << ", " << gap + 0.175
         << R"(, 0], "linear_velocity": [0, -8, 0]}])";
    Passing scene(text.str(), settings_for(ratio, restitution));
    for (int i = 0; i < 8; ++i) {
        scene.simulation.step();
        const Pose& pose = scene.simulation.bodies()[1].state.world_from_body;
        CAPTURE(i);
        REQUIRE(pose.translation.y() - reach_below(pose, Vec3(1.0, 0.05, 0.05)) > -envelope(0.05));
    }
}

TEST_CASE("a body that is struck stops at what lies behind it", "[struck]") {
    const int count = GENERATE(1, 2, 4);
    const double side = GENERATE(0.02, 0.1);
    CAPTURE(count, side);
    Passing scene(Train{.count = count, .side = side}.members());
    for (int i = 0; i < 40; ++i) {
        scene.simulation.step();
        for (int body = 1; body <= count; ++body) {
            const double bottom =
                scene.simulation.bodies()[body].state.world_from_body.translation.y() - 0.5 * side;
            const double due = (body - 1) * side;
            CAPTURE(i, body);
            REQUIRE(bottom > due - 1e-6);
        }
    }
    const std::vector<RigidBody>& bodies = scene.simulation.bodies();
    CHECK(std::abs(bodies[1].state.world_from_body.translation.y() - 0.5 * side) < 1e-6);
    CHECK(std::abs(scene.last().linear_velocity.y()) < 1e-6);
}

TEST_CASE("bodies that fall closely one above the other stop at each other", "[struck]") {
    std::ostringstream text;
    text << R"("gravity": [0, 0, 0], "query": {"pose": "initial", "time_step": 0.01}, "bodies": [)"
         << R"({"name": "floor", "fixed": true, "shape": {"box": {"size": [2, 0.02, 2]}}, )"
         << R"("position": [0, -0.01, 0]})";
    for (int i = 0; i < 4; ++i) {
        text << R"(, {"name": "box )" << i << R"(", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}, )"
             << R"("position": [0, )" << 0.1 + 0.103 * i
             << R"(, 0], "linear_velocity": [0, -4, 0]})";
    }
    text << "]";
    Passing scene(text.str());
    for (int i = 0; i < 10; ++i) {
        scene.simulation.step();
        for (int body = 1; body <= 4; ++body) {
            const Pose& pose = scene.simulation.bodies()[body].state.world_from_body;
            CAPTURE(i, body);
            REQUIRE(pose.translation.y() > 0.05 + 0.1 * (body - 1) - 1e-6);
        }
    }
}

}  // namespace touchstone
