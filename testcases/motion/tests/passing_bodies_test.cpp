// Bodies that pass each other, joints and mouths of holes without touching them, and bounce where
// they meet.

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/testing/catch.h"
#include "testcases/motion/tests/passing_scene.h"
#include "testcases/query/vertex_depth.h"
#include "testcases/trials/motion_trials.h"

namespace touchstone {
namespace {

using testing::Passing;

/// Returns how deep a vertex of one of two bodies comes to lie in the other within some steps [m].
/// They must have a contact.
double deepest_overlap(Passing& scene, int steps) {
    const std::vector<SurfaceMesh>& surfaces = scene.scene.surfaces;
    REQUIRE(surfaces.size() == 2);
    double deepest = 0.0;
    bool touched = false;
    for (int i = 0; i < steps; ++i) {
        const StepRecord record = scene.simulation.step();
        std::array<std::vector<Vec3>, 2> placed;
        for (int body = 0; body < 2; ++body) {
            std::ranges::transform(
                surfaces[body].vertices, std::back_inserter(placed[body]),
                [&](const Vec3& vertex) { return record.query_poses[body] * vertex; });
        }
        deepest = std::max(deepest, deepest_vertex(placed[0], surfaces[0].triangles, placed[1],
                                                   surfaces[1].triangles));
        touched = touched || !record.contacts.empty();
    }
    CHECK(touched);
    return deepest;
}

std::string text_of(const Vec3& v) {
    std::ostringstream text;
    text.precision(17);
    text << "[" << v.x() << ", " << v.y() << ", " << v.z() << "]";
    return text.str();
}

std::string text_of(const Quat& q) {
    std::ostringstream text;
    text.precision(17);
    text << "[" << q.w() << ", " << q.x() << ", " << q.y() << ", " << q.z() << "]";
    return text.str();
}

double sum_of_pushes(const StepRecord& record) {
    double sum = 0.0;
    for (const ContactImpulse& impulse : record.impulses) {
        sum += impulse.normal;
    }
    return sum;
}

/// A box that flies over a block at one to ten envelopes.
struct FlyBy {
    std::string members;
    int steps = 0;

    explicit FlyBy(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        const auto uniform = [&](double low, double high) {
            return low + (high - low) * random_share(random);
        };
        const Vec3 block(uniform(0.5, 2.0), uniform(0.5, 2.0), uniform(0.5, 2.0));
        const Vec3 box(uniform(0.3, 1.0), uniform(0.3, 1.0), uniform(0.3, 1.0));
        const Quat turn =
            Quat(uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0))
                .normalized();
        const double envelope = 0.005 * std::min(block.norm(), box.norm());
        const double reach = 0.5 * (turn.toRotationMatrix().row(1).cwiseAbs() * box).value();
        const double angle = uniform(0.0, 6.28);
        const Vec3 way(std::cos(angle), 0.0, std::sin(angle));
        const double distance = block.norm() + box.norm();
        const double speed = uniform(0.5, 20.0);
        const double time_step = uniform(0.001, 0.02);
        const Vec3 start = -distance * way + Vec3(0.0, reach + uniform(1.0, 10.0) * envelope, 0.0);
        steps = static_cast<int>(2.0 * distance / speed / time_step) + 1;
        std::ostringstream text;
        text << R"("gravity": [0, 0, 0], "query": {"pose": "initial", "time_step": )" << time_step
             << R"(}, "bodies": [{"name": "block", "fixed": true, "shape": {"box": {"size": )"
             << text_of(block) << R"(}}, "position": [0, )" << -0.5 * block.y()
             << R"(, 0]}, {"name": "box", "shape": {"box": {"size": )" << text_of(box)
             << R"(}}, "position": )" << text_of(start) << R"(, "orientation": )" << text_of(turn)
             << R"(, "linear_velocity": )" << text_of(Vec3(speed * way)) << "}]";
        members = text.str();
    }
};

/// A ball that slides over the joint of plates, or over one plate.
double hop_of_ball(const std::string& plates, double speed, double time_step, double sunk,
                   int subdivisions) {
    std::ostringstream text;
    text.precision(17);
    text << R"("friction": 0, "query": {"pose": "initial", "time_step": )" << time_step
         << R"(}, "bodies": [)" << plates
         << R"({"name": "ball", "shape": {"sphere": {"radius": 0.05, "subdivisions": )"
         << subdivisions << R"(}}, "position": [-0.3, )" << 0.05 - sunk
         << R"(, 0.004], "linear_velocity": [)" << speed << ", 0, 0]}";
    Passing ball(text.str() + "]");
    const int steps = static_cast<int>(0.6 / speed / time_step);
    double highest = 0.0;
    for (int i = 0; i < steps; ++i) {
        ball.simulation.step();
        highest = std::max(highest, ball.last().world_from_body.translation.y() - 0.05);
    }
    CHECK(std::abs(ball.last().linear_velocity.x() - speed) < 1e-3 * speed);
    return highest;
}

/// The bodies of a trial of boxes alone.
std::string members_of_boxes(const RandomTrial& trial) {
    std::ostringstream text;
    text.precision(17);
    text << R"("gravity": )" << text_of(trial.solver.gravity) << R"(, "friction": )"
         << trial.solver.friction << R"(, "query": {"pose": "initial", "time_step": )"
         << trial.solver.time_step << R"(}, "bodies": [)";
    for (std::size_t i = 0; i < trial.bodies.size(); ++i) {
        const RigidBody& body = trial.bodies[i];
        const Pose& pose = body.state.world_from_body;
        const Vec3 corner = trial.surfaces[i].vertices.front().cwiseAbs();  // centred
        text << (i > 0 ? ", " : "") << R"({"name": ")" << body.name << R"(", "fixed": )"
             << (body.fixed ? "true" : "false") << R"(, "shape": {"box": {"size": )"
             << text_of(Vec3(2.0 * corner)) << R"(}}, "position": )" << text_of(pose.translation)
             << R"(, "orientation": )" << text_of(pose.rotation);
        if (!body.fixed) {
            text << R"(, "linear_velocity": )" << text_of(body.state.linear_velocity)
                 << R"(, "angular_velocity": )" << text_of(body.state.angular_velocity);
        }
        text << "}";
    }
    return text.str() + "]";
}

const std::string kTwoPlates =
    R"({"name": "left", "fixed": true, "shape": {"box": {"size": [2, 0.1, 4]}}, )"
    R"("position": [-1, -0.05, 0]}, {"name": "right", "fixed": true, )"
    R"("shape": {"box": {"size": [2, 0.1, 4]}}, "position": [1, -0.05, 0]}, )";
const std::string kThreePlates =
    R"({"name": "left", "fixed": true, "shape": {"box": {"size": [2, 0.1, 4]}}, )"
    R"("position": [-1, -0.05, 0]}, {"name": "near", "fixed": true, )"
    R"("shape": {"box": {"size": [2, 0.1, 2]}}, "position": [1, -0.05, 1]}, )"
    R"({"name": "far", "fixed": true, "shape": {"box": {"size": [2, 0.1, 2]}}, )"
    R"("position": [1, -0.05, -1]}, )";

}  // namespace

TEST_CASE("boxes that fly by a block at a few envelopes are not pushed", "[passing]") {
    int ahead = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const FlyBy scene(seed);
        Passing fly_by(scene.members);
        CAPTURE(seed);
        for (int i = 0; i < scene.steps; ++i) {
            const StepRecord record = fly_by.simulation.step();
            ahead += static_cast<int>(record.contacts.size());
            REQUIRE(sum_of_pushes(record) == 0.0);
        }
    }
    CHECK(ahead > 100);  // there was something to push at
}

TEST_CASE("a ball slides over the joint of plates as over one", "[passing]") {
    const std::string plates = GENERATE(kTwoPlates, kThreePlates);
    const double speed = GENERATE(0.3, 1.0, 5.0);
    const double time_step = GENERATE(0.002, 0.01, 0.02);
    const int subdivisions = GENERATE(1, 2);
    CAPTURE(plates, speed, time_step, subdivisions);
    CHECK(hop_of_ball(plates, speed, time_step, 0.0, subdivisions) < 1e-5);
}

TEST_CASE("a ball that is sunk by less than the envelope slides over a joint", "[passing]") {
    const double speed = GENERATE(0.3, 1.0, 5.0);
    CAPTURE(speed);
    CHECK(hop_of_ball(kTwoPlates, speed, 0.01, 0.0004, 2) < 1e-5);
}

TEST_CASE("a plate that comes down on an edge does not swing its other edge into the floor",
          "[passing]") {
    // The trial in which the blow on one edge turns a box down within the step.
    const RandomTrial trial = make_motion_trial(12620);
    Passing plate(members_of_boxes(trial));
    int late = 0;
    for (int i = 0; i < 20; ++i) {
        const StepRecord record = plate.simulation.step();
        late += record.late_contacts;
        double lowest = 1.0;
        for (const Vec3& vertex : trial.surfaces.back().vertices) {
            lowest = std::min(lowest, (record.query_poses.back() * vertex).y());
        }
        CAPTURE(i);
        CHECK(lowest > -0.01 * trial.size);
    }
    CHECK(late > 0);
}

TEST_CASE("a corner beside a rim stops at the edge that it will meet", "[passing][regression]") {
    // Of the planes near the corner, those of the block's sides do not part the boxes as they meet:
    // the stone hangs over the one, and passes the other beside its border. It sank by 4 mm.
    Passing stone(
        R"("gravity": [0, 0, 0], "friction": 0.1, "query": {"pose": "initial", "time_step": 0.006}, )"
        R"("bodies": [{"name": "block", "fixed": true, "shape": {"box": {"size": [0.04, 0.04, 0.04]}}}, )"
        R"({"name": "stone", "shape": {"box": {"size": [0.03, 0.024, 0.036]}}, )"
        R"("position": [0.04201, 0.03584, -0.0076], "orientation": [0.724, 0.206, -0.455, 0.476], )"
        R"("linear_velocity": [-0.0964, -0.0713, 0.0502]}])");
    CHECK(deepest_overlap(stone, 10) < 2e-5);
}

TEST_CASE("boxes that spin fast where no forces act stop at each other", "[passing][regression]") {
    // What is left of a fast gap when the time of the meeting is known is more than nothing. The
    // boxes passed half into each other before they had a contact.
    Passing boxes(
        R"("gravity": [0, 0, 0], "friction": 0.5, "query": {"pose": "initial", "time_step": 0.004}, )"
        R"("bodies": [{"name": "block", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, )"
        R"("orientation": [0.801, 0.571, 0.14, -0.115], "angular_velocity": [-9, 11, 2]}, )"
        R"({"name": "stone", "shape": {"box": {"size": [0.2, 0.15, 0.25]}}, )"
        R"("position": [0.263, -0.208, 0.356], "orientation": [0.829, -0.363, -0.021, 0.426], )"
        R"("linear_velocity": [-15.9, 21.3, -29.8], "angular_velocity": [-46, 58, 32]}])");
    CHECK(deepest_overlap(boxes, 10) < 1e-5);
}

TEST_CASE("a box that bounces turns where it meets what is below, and comes back as high",
          "[passing]") {
    Passing box(
        R"("friction": 0, "query": {"pose": "initial", "time_step": 0.005}, "bodies": [)"
        R"({"name": "pedestal", "fixed": true, "shape": {"box": {"size": [0.75, 1, 0.75]}}, )"
        R"("position": [0, -0.5, 0]}, {"name": "box", "shape": {"box": {"size": [1, 1, 1]}}, )"
        R"("position": [0, 1.5, 0]}])",
        {{"solver", "restitution", "1"}});
    double lowest = 1.0;
    double back = 0.0;
    for (int i = 0; i < 180; ++i) {
        box.simulation.step();
        const double height = box.last().world_from_body.translation.y() - 0.5;
        lowest = std::min(lowest, height);
        back = box.last().linear_velocity.y() > 0.0 ? std::max(back, height) : back;
    }
    // The query finds it within a step of the pedestal, half a step on its way at 4.43 m/s.
    CHECK(lowest < 1.5 * 0.0222);
    CHECK(lowest > -1e-6);
    CHECK(back > 0.98);
    CHECK(back < 1.0 + 1e-6);
}

}  // namespace touchstone
