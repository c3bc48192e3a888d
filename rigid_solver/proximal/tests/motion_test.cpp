#include <cmath>
#include <functional>
#include <numbers>

#include "methods/testing/catch.h"
#include "rigid_solver/proximal/tests/solver_examples.h"

// Physics against hand calculation.

namespace touchstone {
namespace {

using testing::corner_contacts;
using testing::make_box_body;
using testing::make_fixed_body;

const Vec3 kBrick(0.6, 0.2, 0.4);  ///< flat enough not to tip over on the slopes below [m]

/// A brick on the fixed plane y = 0, with contacts at its lower corners.
struct Brick {
    std::vector<RigidBody> bodies{make_fixed_body("ground"), make_box_body("brick", kBrick, 3.0)};
    SolverSettings settings;

    Brick() { bodies[1].state.world_from_body.translation.y() = 0.5 * kBrick.y(); }
    RigidBody& brick() { return bodies[1]; }
    StepReport step_once() {
        const std::vector<Pose> poses = query_poses(bodies, settings);
        return step(bodies, poses, corner_contacts(0, 1, poses[1], kBrick, 0.0), settings);
    }
};

Vec3 tilted_gravity(double tangent) {
    const double angle = std::atan(tangent);
    return 9.82 * Vec3(std::sin(angle), -std::cos(angle), 0.0);
}

void run_free(std::vector<RigidBody>& bodies, const SolverSettings& settings, int steps) {
    for (int i = 0; i < steps; ++i) {
        step(bodies, query_poses(bodies, settings), {}, settings);
    }
}

}  // namespace

TEST_CASE("step lets a body fall along the exact parabola", "[motion]") {
    // The mean of the old and the new velocity is exact for a constant force.
    std::vector<RigidBody> bodies{make_box_body("stone", {0.3, 0.5, 0.7}, 12.0)};
    bodies[0].state.world_from_body.translation = Vec3(1.0, 20.0, -3.0);
    bodies[0].state.linear_velocity = Vec3(2.0, 5.0, -1.0);
    const SolverSettings settings;
    run_free(bodies, settings, 100);
    const Vec3 expected = Vec3(1.0, 20.0, -3.0) + Vec3(2.0, 5.0, -1.0) + 0.5 * settings.gravity;
    CHECK((bodies[0].state.world_from_body.translation - expected).norm() < 1e-12);
    CHECK((bodies[0].state.linear_velocity - Vec3(2.0, 5.0, -1.0) - settings.gravity).norm() <
          1e-12);
}

TEST_CASE("the semi-implicit scheme falls one half step further each step", "[motion]") {
    std::vector<RigidBody> bodies{make_box_body("stone", {0.3, 0.5, 0.7}, 12.0)};
    SolverSettings settings;
    settings.stepping = Stepping::SemiImplicit;
    run_free(bodies, settings, 10);
    // Σ k g Δt², k = 1…10
    CHECK(bodies[0].state.world_from_body.translation.y() == Approx(-9.82 * 0.0001 * 55.0));
}

TEST_CASE("a brick at rest is borne by impulses that sum to m g Δt, and stays", "[motion]") {
    Brick scene;
    const Pose start = scene.brick().state.world_from_body;
    for (int i = 0; i < 50; ++i) {
        double sum = 0.0;
        for (const ContactImpulse& impulse : scene.step_once().impulses) {
            sum += impulse.normal;
        }
        CHECK(sum == Approx(3.0 * 9.82 * 0.01).epsilon(1e-9));
    }
    CHECK((scene.brick().state.world_from_body.translation - start.translation).norm() < 1e-12);
    CHECK(scene.brick().state.linear_velocity.norm() < 1e-12);
}

TEST_CASE("with μ = 0.5 a brick sticks on a slope of 0.49", "[motion]") {
    Brick scene;
    scene.settings.gravity = tilted_gravity(0.49);
    for (int i = 0; i < 100; ++i) {
        scene.step_once();
    }
    CHECK(scene.brick().state.linear_velocity.norm() < 1e-9);
    CHECK(std::abs(scene.brick().state.world_from_body.translation.x()) < 1e-9);
}

TEST_CASE("with μ = 0.5 a brick slides down a slope of 0.51 as it should", "[motion]") {
    Brick scene;
    scene.settings.gravity = tilted_gravity(0.51);
    const double angle = std::atan(0.51);
    const double acceleration = 9.82 * (std::sin(angle) - 0.5 * std::cos(angle));
    for (int i = 0; i < 100; ++i) {
        scene.step_once();
    }
    CHECK(scene.brick().state.linear_velocity.x() == Approx(acceleration).epsilon(1e-6));
    CHECK(scene.brick().state.world_from_body.translation.x() ==
          Approx(0.5 * acceleration).epsilon(1e-6));
    CHECK(std::abs(scene.brick().state.linear_velocity.y()) < 1e-9);
}

TEST_CASE("a sliding brick stops after v² / (2 μ g)", "[motion]") {
    Brick scene;
    scene.brick().state.linear_velocity = Vec3(1.2, 0.0, 0.9);  // 1.5 m/s
    for (int i = 0; i < 100; ++i) {
        scene.step_once();
    }
    const double distance = 1.5 * 1.5 / (2.0 * 0.5 * 9.82);
    const Vec3 way = scene.brick().state.world_from_body.translation;
    CHECK(scene.brick().state.linear_velocity.norm() < 1e-9);
    // The brick may come to rest within the step in which it stops: at most v Δt / 2 = μ g Δt² / 2.
    CHECK(std::hypot(way.x(), way.z()) == Approx(distance).margin(0.5 * 0.5 * 9.82 * 0.0001));
    CHECK(way.z() / way.x() == Approx(0.75).epsilon(1e-6));
}

TEST_CASE("with one R per row friction does not oppose the sliding", "[motion]") {
    // The research code's rule is known to be off, by 12° for this brick and direction.
    Brick scene;
    scene.settings.r_strategy = GENERATE(RStrategy::Local, RStrategy::LocalRows);
    const Vec3 sliding(1.2, 0.0, 0.9);
    scene.brick().state.linear_velocity = sliding;
    scene.step_once();
    const Vec3 slowed = sliding - scene.brick().state.linear_velocity;
    const double angle =
        std::atan2(slowed.cross(sliding).norm(), slowed.dot(sliding)) * 180.0 / std::numbers::pi;
    if (scene.settings.r_strategy == RStrategy::Local) {
        CHECK(angle < 1e-6);
    } else {
        CHECK(angle == Approx(12.0).margin(0.5));
    }
}

TEST_CASE("a spinning free body keeps its angular momentum and energy to the scheme's order",
          "[motion]") {
    // Torque-free tumbling about the unstable middle axis. Halving the step must reduce the errors
    // by a factor of nearly two: the gyroscopic term is explicit.
    const auto errors = [](double time_step) {
        std::vector<RigidBody> bodies{make_box_body("stone", {0.3, 0.5, 0.7}, 12.0)};
        bodies[0].state.angular_velocity = Vec3(0.1, 3.0, 0.2);
        SolverSettings settings;
        settings.gravity = Vec3::Zero();
        settings.time_step = time_step;
        const Vec3 momentum_before = momentum(bodies).angular;
        const double energy_before = energy(bodies, settings.gravity).kinetic;
        run_free(bodies, settings, static_cast<int>(std::lround(2.0 / time_step)));
        return std::pair{
            (momentum(bodies).angular - momentum_before).norm() / momentum_before.norm(),
            std::abs(energy(bodies, settings.gravity).kinetic / energy_before - 1.0)};
    };
    const auto [momentum_error, energy_error] = errors(0.002);
    const auto [momentum_half, energy_half] = errors(0.001);
    CHECK(momentum_error < 0.01);
    CHECK(energy_error < 0.01);
    CHECK(momentum_half < 0.6 * momentum_error);
    CHECK(energy_half < 0.6 * energy_error);
}

TEST_CASE("a free body gains no energy however far it turns in a step", "[motion][regression]") {
    // A plate that had been hit: one Newton step made 500 times the energy of a turn by 90 rad.
    const double turn = GENERATE(0.1, 0.5, 2.0, 10.0, 90.0, 1e4);
    const Vec3 axis = GENERATE(Vec3(0.1, 3.0, 0.2), Vec3(3.0, 2.0, 1.0), Vec3(0.1, 1.0, 1.0));
    std::vector<RigidBody> bodies{make_box_body("plate", {1.0, 0.02, 0.6}, 12.0)};
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    bodies[0].state.angular_velocity = turn / settings.time_step * axis.normalized();
    double last = energy(bodies, settings.gravity).kinetic;
    for (int i = 0; i < 20; ++i) {
        run_free(bodies, settings, 1);
        const double now = energy(bodies, settings.gravity).kinetic;
        CAPTURE(turn, i);
        CHECK(now <= last * (1.0 + 1e-9));  // rounding of the rotation
        last = now;
    }
}

TEST_CASE("a free body gains energy by small turns in the paper's steps alone", "[motion]") {
    const GapRule gap = GENERATE(GapRule::Ignore, GapRule::Close);
    std::vector<RigidBody> bodies{make_box_body("plate", {1.0, 0.02, 0.6}, 12.0)};
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    settings.gap = gap;
    bodies[0].state.angular_velocity = 0.04 / settings.time_step * Vec3(0.1, 1.0, 1.0).normalized();
    const double first = energy(bodies, settings.gravity).kinetic;
    const double momentum_first = momentum(bodies).angular.norm();
    run_free(bodies, settings, 200);
    const double last = energy(bodies, settings.gravity).kinetic;
    if (gap == GapRule::Close) {
        CHECK(last <= (1.0 + 1e-9) * first);
        CHECK(last == Approx(first).epsilon(1e-3));
        CHECK(momentum(bodies).angular.norm() == Approx(momentum_first).epsilon(1e-3));
    } else {
        CHECK(last > 1.01 * first);
    }
}

TEST_CASE("a symmetric top keeps its spin about its axis where gaps are closed", "[motion]") {
    std::vector<RigidBody> bodies{make_box_body("rod", {0.1, 0.1, 0.8}, 12.0)};
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    settings.gap = GapRule::Close;
    bodies[0].state.angular_velocity = 0.04 / settings.time_step * Vec3(0.1, 0.0, 1.0).normalized();
    const auto about_axis = [&] {
        const BodyState& state = bodies[0].state;
        return (state.world_from_body.rotation.inverse() * state.angular_velocity).z();
    };
    const double first = about_axis();
    const double momentum_first = momentum(bodies).angular.norm();
    run_free(bodies, settings, 1000);
    CHECK(about_axis() == Approx(first).epsilon(1e-3));
    CHECK(momentum(bodies).angular.norm() == Approx(momentum_first).epsilon(1e-3));
}

TEST_CASE("a body that spins about a principal axis turns by exactly ω t", "[motion]") {
    std::vector<RigidBody> bodies{make_box_body("stone", {0.3, 0.5, 0.7}, 12.0)};
    bodies[0].state.angular_velocity = Vec3(0.0, 0.0, 0.5 * std::numbers::pi);
    SolverSettings settings;
    settings.gap = GENERATE(GapRule::Ignore, GapRule::Close);
    settings.gravity = Vec3::Zero();
    run_free(bodies, settings, 100);
    const Vec3 turned = bodies[0].state.world_from_body * Vec3(1.0, 0.0, 0.0);
    CHECK((turned - Vec3(0.0, 1.0, 0.0)).norm() < 1e-12);
}

TEST_CASE("two bodies that collide head on part as the coefficient of restitution says",
          "[motion]") {
    const double e = GENERATE(0.0, 0.4, 1.0);
    std::vector<RigidBody> bodies{make_box_body("left", Vec3::Ones(), 2.0),
                                  make_box_body("right", Vec3::Ones(), 5.0)};
    bodies[0].state.world_from_body.translation.x() = -0.5;
    bodies[1].state.world_from_body.translation.x() = 0.5;
    bodies[0].state.linear_velocity.x() = 3.0;
    bodies[1].state.linear_velocity.x() = -1.0;
    ContactPoint contact;
    contact.position = Vec3::Zero();
    contact.normal = Vec3(1.0, 0.0, 0.0);
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = 1;
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    settings.restitution = e;
    const std::vector<ContactPoint> contacts{contact};
    step(bodies, query_poses(bodies, settings), contacts, settings);
    // From the conservation of momentum, and v'_2 - v'_1 = e (v_1 - v_2).
    const double common = (2.0 * 3.0 - 5.0 * 1.0) / 7.0;
    CHECK(bodies[0].state.linear_velocity.x() == Approx(common - 5.0 / 7.0 * e * 4.0));
    CHECK(bodies[1].state.linear_velocity.x() == Approx(common + 2.0 / 7.0 * e * 4.0));
}

TEST_CASE("an off-centre blow makes the body spin as m e = I says", "[motion]") {
    // A resting cube is hit at arm a by a fixed wall that it flies into: v' = -ω' a at the contact.
    std::vector<RigidBody> bodies{make_fixed_body("wall"),
                                  make_box_body("cube", Vec3::Ones(), 6.0)};
    bodies[1].state.linear_velocity = Vec3(-2.0, 0.0, 0.0);
    ContactPoint contact;
    contact.position = Vec3(-0.5, 0.3, 0.0);
    contact.normal = Vec3(1.0, 0.0, 0.0);
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = 1;
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    settings.friction = 0.0;
    settings.stepping = Stepping::SemiImplicit;
    const std::vector<ContactPoint> contacts{contact};
    const StepReport report = step(bodies, query_poses(bodies, settings), contacts, settings);
    const double inertia = 6.0 / 6.0;
    const double impulse = 2.0 / (1.0 / 6.0 + 0.3 * 0.3 / inertia);
    CHECK(report.impulses[0].normal == Approx(impulse));
    CHECK(bodies[1].state.linear_velocity.x() == Approx(-2.0 + impulse / 6.0));
    CHECK(bodies[1].state.angular_velocity.z() == Approx(-0.3 * impulse / inertia));
}

TEST_CASE("a collision with friction keeps linear and angular momentum", "[motion]") {
    // Cubes have the same inertia in every direction, so rotation does not change it.
    const Stepping stepping = GENERATE(Stepping::SemiImplicit, Stepping::MoreauMidpoint);
    std::vector<RigidBody> bodies{make_box_body("left", Vec3::Ones(), 2.0),
                                  make_box_body("right", Vec3::Ones(), 5.0)};
    bodies[0].state.world_from_body.translation = Vec3(-0.5, 3.0, 0.0);
    bodies[1].state.world_from_body.translation = Vec3(0.5, 3.3, -0.2);
    bodies[0].state.linear_velocity = Vec3(3.0, 0.5, -0.7);
    bodies[1].state.linear_velocity = Vec3(-1.0, -2.0, 0.4);
    bodies[0].state.angular_velocity = Vec3(0.3, -0.2, 1.1);
    std::vector<ContactPoint> contacts(3);
    for (int i = 0; i < 3; ++i) {
        contacts[i].position = Vec3(0.0, 3.0 + 0.15 * i, i == 1 ? -0.3 : 0.1);
        contacts[i].normal = Vec3(1.0, 0.0, 0.0);
        contacts[i].separation = 0.0;
        contacts[i].body_a = 0;
        contacts[i].body_b = 1;
    }
    SolverSettings settings;
    settings.gravity = Vec3::Zero();
    settings.stepping = stepping;
    settings.time_step = 1e-9;  // the impulses act at one place: nothing moves meanwhile
    const Momentum before = momentum(bodies);
    const StepReport report = step(bodies, query_poses(bodies, settings), contacts, settings);
    const Momentum after = momentum(bodies);
    CHECK(report.impulses[1].normal > 0.1);
    CHECK((after.linear - before.linear).norm() <= 1e-13 * before.linear.norm());
    CHECK((after.angular - before.angular).norm() <= 1e-8 * before.angular.norm());
    CHECK(bodies[0].state.angular_velocity != Vec3(0.3, -0.2, 1.1));
}

TEST_CASE("a heavy brick rests on one of a thousandth of its mass", "[motion]") {
    std::vector<RigidBody> bodies{make_fixed_body("ground"), make_box_body("light", kBrick, 1.0),
                                  make_box_body("heavy", kBrick, 1000.0)};
    bodies[1].state.world_from_body.translation.y() = 0.5 * kBrick.y();
    bodies[2].state.world_from_body.translation.y() = 1.5 * kBrick.y();
    SolverSettings settings;
    settings.max_sweeps = 60000;  // Gauss-Seidel is slow here: the ratio is its condition number
    for (int i = 0; i < 2; ++i) {
        const std::vector<Pose> poses = query_poses(bodies, settings);
        std::vector<ContactPoint> contacts = corner_contacts(0, 1, poses[1], kBrick, 0.0);
        const std::vector<ContactPoint> upper = corner_contacts(1, 2, poses[2], kBrick, kBrick.y());
        contacts.insert(contacts.end(), upper.begin(), upper.end());
        const StepReport report = step(bodies, poses, contacts, settings);
        double below = 0.0;
        for (int k = 0; k < 4; ++k) {
            below += report.impulses[k].normal;
        }
        CHECK(below == Approx(1001.0 * 9.82 * 0.01).epsilon(1e-6));
        CHECK(bodies[2].state.linear_velocity.norm() < 1e-6);
    }
}

TEST_CASE("a tonne of tonnes on a gramme stays finite", "[motion]") {
    std::vector<RigidBody> bodies{make_fixed_body("ground"), make_box_body("light", kBrick, 1e-3),
                                  make_box_body("heavy", kBrick, 1e6)};
    bodies[1].state.world_from_body.translation.y() = 0.5 * kBrick.y();
    bodies[2].state.world_from_body.translation.y() = 1.5 * kBrick.y();
    const SolverSettings settings;
    for (int i = 0; i < 20; ++i) {
        const std::vector<Pose> poses = query_poses(bodies, settings);
        std::vector<ContactPoint> contacts = corner_contacts(0, 1, poses[1], kBrick, 0.0);
        const std::vector<ContactPoint> upper = corner_contacts(1, 2, poses[2], kBrick, kBrick.y());
        contacts.insert(contacts.end(), upper.begin(), upper.end());
        const StepReport report = step(bodies, poses, contacts, settings);
        CHECK(report.solve.residuals.size() == 1000);
        // It sinks, since a thousand sweeps are too few, but never faster than in free fall.
        CHECK(bodies[2].state.linear_velocity.y() >= -9.82 * 0.01 * (i + 1) - 1e-9);
        CHECK(bodies[2].state.linear_velocity.y() <= 1e-9);
    }
}

TEST_CASE("stabilisation raises a brick that has sunk in, as far as it is told", "[motion]") {
    Brick scene;
    scene.brick().state.world_from_body.translation.y() -= 0.004;
    SECTION("before the step: by the velocity") {
        scene.settings.stabilization = Stabilization::Pre;
        scene.step_once();
        CHECK(scene.brick().state.linear_velocity.y() == Approx(0.5 * 0.004 / 0.01).epsilon(1e-6));
    }
    SECTION("after the step: by the position alone") {
        scene.settings.stabilization = Stabilization::Post;
        scene.step_once();
        CHECK(scene.brick().state.linear_velocity.norm() < 1e-9);
        CHECK(scene.brick().state.world_from_body.translation.y() ==
              Approx(0.5 * kBrick.y() - 0.002).epsilon(1e-9));
    }
    SECTION("never more than the largest correction") {
        scene.settings.stabilization = Stabilization::Post;
        scene.settings.max_correction = 0.0005;
        scene.step_once();
        CHECK(scene.brick().state.world_from_body.translation.y() ==
              Approx(0.5 * kBrick.y() - 0.0035).epsilon(1e-9));
    }
    SECTION("not at all unless asked") {
        scene.step_once();
        CHECK(scene.brick().state.world_from_body.translation.y() ==
              Approx(0.5 * kBrick.y() - 0.004).epsilon(1e-9));
    }
}

TEST_CASE("a brick that is reported a millimetre above the floor", "[motion]") {
    // It gains 0.1964 m/s in a step: more than the 0.05 m/s that close the gap in 0.02 s.
    const double gap = 0.001;
    const double gained = 9.82 * 0.02;
    Brick scene;
    scene.settings.time_step = 0.02;
    scene.brick().state.world_from_body.translation.y() += gap;
    const auto height = [&] {
        return scene.brick().state.world_from_body.translation.y() - 0.5 * kBrick.y();
    };
    const auto impulse = [](const StepReport& report) {
        double sum = 0.0;
        for (const ContactImpulse& each : report.impulses) {
            sum += each.normal;
        }
        return sum;
    };
    SECTION("hovers as long as gaps are ignored") {
        CHECK(impulse(scene.step_once()) == Approx(3.0 * gained).epsilon(1e-9));
        CHECK(height() == Approx(gap).epsilon(1e-9));
    }
    SECTION("lands exactly, and in the next step stops") {
        scene.settings.gap = GapRule::Close;
        scene.settings.stepping = Stepping::SemiImplicit;
        CHECK(impulse(scene.step_once()) == Approx(3.0 * (gained - gap / 0.02)).epsilon(1e-9));
        CHECK(std::abs(height()) < 1e-12);
        CHECK(impulse(scene.step_once()) == Approx(3.0 * (gained + gap / 0.02)).epsilon(1e-9));
        CHECK(std::abs(height()) < 1e-12);
        CHECK(scene.brick().state.linear_velocity.norm() < 1e-9);
    }
    SECTION("touches at the next query of the midpoint scheme") {
        scene.settings.gap = GapRule::Close;
        CHECK(impulse(scene.step_once()) == Approx(3.0 * (gained - gap / 0.02)).epsilon(1e-9));
        CHECK(height() == Approx(0.5 * gap).epsilon(1e-9));
        scene.step_once();
        CHECK(std::abs(height()) < 1e-12);
        CHECK(scene.brick().state.linear_velocity.norm() < 1e-9);
    }
    SECTION("falls freely while the fall does not reach the floor") {
        scene.settings.gap = GapRule::Close;
        scene.brick().state.world_from_body.translation.y() += 0.01;
        CHECK(impulse(scene.step_once()) == 0.0);
        CHECK(scene.brick().state.linear_velocity.y() == Approx(-gained).epsilon(1e-12));
    }
    SECTION("bounces with the velocity it arrives with, gap or not") {
        scene.settings.gap = GENERATE(GapRule::Ignore, GapRule::Close);
        scene.settings.restitution = 0.4;
        scene.brick().state.linear_velocity.y() = -0.5;
        scene.brick().state.world_from_body.translation.y() += 0.005;  // half a step's motion
        scene.step_once();
        CHECK(scene.brick().state.linear_velocity.y() == Approx(0.2).epsilon(1e-9));
    }
    SECTION("bounces in the step in which it meets the floor, and comes back as high") {
        scene.settings.gap = GapRule::Close;
        scene.settings.restitution = 1.0;
        scene.settings.friction = 0.0;
        scene.brick().state.world_from_body.translation.y() += 0.1;
        const double top = height();
        double lowest = top;
        double highest_after = 0.0;
        bool has_turned = false;
        for (int i = 0; i < 40; ++i) {
            scene.step_once();
            has_turned = has_turned || scene.brick().state.linear_velocity.y() > 0.0;
            lowest = std::min(lowest, height());
            highest_after = has_turned ? std::max(highest_after, height()) : 0.0;
        }
        CHECK(has_turned);
        // The query finds it within a step of the floor, half a step on its way at no more than the
        // 1.41 m/s with which it arrives.
        CHECK(lowest < 1.5 * 0.02 * 1.42);
        CHECK(lowest > -1e-9);
        CHECK(highest_after > 0.99 * top);
        CHECK(highest_after < top + 1e-9);
    }
    SECTION("is raised by no gap rule once it overlaps") {
        scene.settings.gap = GENERATE(GapRule::Ignore, GapRule::Close);
        scene.brick().state.world_from_body.translation.y() -= 0.004;
        CHECK(impulse(scene.step_once()) == Approx(3.0 * gained).epsilon(1e-9));
        CHECK(height() == Approx(-0.003).epsilon(1e-9));
    }
}

TEST_CASE("a look at the start lets a body come as far as the floor until the first query",
          "[motion]") {
    Brick scene;
    scene.settings.gap = GapRule::Close;
    scene.settings.time_step = 0.02;
    RigidBody& brick = scene.brick();
    // A hundredth of its height of 0.2 m in 0.01 s.
    brick.state.linear_velocity.y() = -0.199;
    CHECK_FALSE(needs_first_look(scene.bodies, scene.settings));
    brick.state.linear_velocity.y() = -0.201;
    CHECK(needs_first_look(scene.bodies, scene.settings));
    brick.state.linear_velocity.setZero();
    brick.state.angular_velocity.z() = 1.0;
    CHECK(needs_first_look(scene.bodies, scene.settings));
    brick.state.angular_velocity.setZero();
    // Where it bounces, a quarter.
    scene.settings.restitution = 0.5;
    brick.state.linear_velocity.y() = -4.99;
    CHECK_FALSE(needs_first_look(scene.bodies, scene.settings));
    brick.state.linear_velocity.y() = -5.01;
    CHECK(needs_first_look(scene.bodies, scene.settings));
    const auto look = [&](double gap) {
        Pose& pose = brick.state.world_from_body;
        pose.translation.y() = 0.5 * kBrick.y() + gap;
        return take_first_look(scene.bodies, corner_contacts(0, 1, pose, kBrick, 0.0),
                               scene.settings);
    };
    SECTION("where it would pass, it arrives") {
        const double gap = 0.01;  // less than the 0.05 m until the query
        CHECK(look(gap).size() == 4);
        CHECK(brick.state.linear_velocity.y() == Approx(-1.0).epsilon(1e-9));
        const Pose at_query = query_poses(scene.bodies, scene.settings)[1];
        CHECK(at_query.translation.y() == Approx(0.5 * kBrick.y()).epsilon(1e-9));
    }
    SECTION("where it stays above, it keeps its velocity") {
        look(0.06);
        CHECK(brick.state.linear_velocity == Vec3(0.0, -5.01, 0.0));
    }
    SECTION("schemes that look before they move, or ignore gaps, need none") {
        SolverSettings settings = scene.settings;
        settings.stepping = Stepping::SemiImplicit;
        CHECK_FALSE(needs_first_look(scene.bodies, settings));
        settings = scene.settings;
        settings.gap = GapRule::Ignore;
        CHECK_FALSE(needs_first_look(scene.bodies, settings));
    }
}

TEST_CASE("step refuses what would leave the finite numbers, and leaves the bodies alone",
          "[motion]") {
    std::vector<RigidBody> bodies{make_box_body("stone", Vec3::Ones(), 1.0)};
    bodies[0].state.linear_velocity.x() = 1e308;
    bodies[0].state.world_from_body.translation.x() = 1e308;
    SolverSettings settings;
    settings.time_step = 10.0;
    const Vec3 before = bodies[0].state.world_from_body.translation;
    const std::vector<Pose> poses = query_poses(bodies, settings);
    CHECK_THROWS_WITH(step(bodies, poses, {}, settings), Catch::Contains("'stone'"));
    CHECK(bodies[0].state.world_from_body.translation == before);
}

}  // namespace touchstone
