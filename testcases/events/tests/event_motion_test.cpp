#include "testcases/events/event_motion.h"

#include <Eigen/Geometry>
#include <cmath>
#include <ctime>
#include <iostream>
#include <random>
#include <string>

#include "methods/base/error.h"
#include "methods/base/random_share.h"
#include "methods/testing/catch.h"
#include "testcases/events/core_witness.h"
#include "testcases/files/scene_file.h"
#include "testcases/settings/study_settings.h"

using namespace touchstone;

namespace {

TestCase scene_of(const std::string& name) {
    return make_test_case(find_test_case(name), BodyOrder::LowerFirst);
}

EventSettings settings_of(const TestCase& scene) {
    return event_settings(scene, solver_settings({}, scene));
}

struct Run {
    EventTotals totals;
    WitnessCounts witnesses;
    double drift = 0.0;  ///< of the energy, relative to that of a fall of 1 m and the start's
    double seconds = 0.0;
    std::vector<RigidBody> bodies;
};

Run run(const std::string& name, double duration, double time_step = 0.0) {
    const TestCase scene = scene_of(name);
    EventSettings settings = settings_of(scene);
    settings.time_step = time_step > 0.0 ? time_step : settings.time_step;
    EventMotion motion(scene, settings);
    double scale = energy(motion.bodies(), settings.gravity).kinetic;
    for (const RigidBody& body : motion.bodies()) {
        scale += body.fixed ? 0.0 : body.mass * settings.gravity.norm();
    }
    const std::clock_t begin = std::clock();
    const int steps = static_cast<int>(std::lround(duration / settings.time_step));
    for (int i = 0; i < steps; ++i) {
        motion.step();
    }
    Run result;
    result.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    result.totals = motion.totals();
    result.witnesses = motion.witnesses();
    result.drift = motion.energy_drift() / scale;
    result.bodies = motion.bodies();
    return result;
}

std::string text_of(const Run& run) {
    const WitnessCounts& counts = run.witnesses;
    return std::to_string(run.totals.steps) + " steps, " + std::to_string(run.totals.events) +
           " events, " + std::to_string(run.totals.evaluations) + " evaluations; " +
           std::to_string(counts.hits) + " hits, " + std::to_string(counts.misses) +
           " misses; drift " + std::to_string(1e9 * run.drift) + "e-9, gain " +
           std::to_string(1e9 * run.totals.largest_gain) + "e-9, least separation " +
           std::to_string(1e9 * run.totals.least_separation) + "e-9 m; " +
           std::to_string(run.seconds) + " s";
}

/// What must hold of every motion.
void check_sound(const Run& run, double drift) {
    INFO(text_of(run));
    CHECK(run.totals.least_separation >= -1e-9);
    CHECK(run.totals.largest_gain < 1e-9);
    CHECK(std::abs(run.drift) < drift);
}

}  // namespace

TEST_CASE("a jack falls on a floor and comes to rest", "[events]") {
    const Run found = run("falling_jack", 3.0);
    check_sound(found, 1e-6);
    CHECK(found.totals.events > 5);
    CHECK(found.totals.events < 200);
}

TEST_CASE("a jack of ellipsoids keeps its energy on ellipsoid hills and its witnesses",
          "[events]") {
    const Run found = run("jack_on_hills", 1.5);
    check_sound(found, 1e-6);
    CHECK(found.witnesses.hits > 100 * found.witnesses.misses);
}

TEST_CASE("dice fall on each other without passing into each other", "[events]") {
    const Run found = run("two_dice", 1.0);
    check_sound(found, 1e-6);
    CHECK(found.totals.events > 5);
}

TEST_CASE("a ball that slides off a ball leaves it where mechanics has it", "[events]") {
    // From rest at the angle a it leaves at cos b = 2/3 cos a.
    const TestCase scene = scene_of("ball_on_hill");
    EventMotion motion(scene, settings_of(scene));
    const double leaves = std::acos(2.0 / 3.0 * std::cos(0.1));
    for (int i = 0; i < 400; ++i) {
        const Vec3 before = motion.bodies()[1].state.world_from_body.translation;
        if (before.y() < -1.0) {
            break;
        }
        const std::vector<double> forces = motion.step().forces;
        const bool held = !forces.empty() && forces[0] > 0.0;
        const Vec3 centre = motion.bodies()[1].state.world_from_body.translation + Vec3::UnitY();
        const double angle = std::atan2(centre.x(), centre.y());
        // A step is 0.005 s at up to 3 rad/s.
        CHECK((held || angle > leaves - 0.02));
        CHECK((!held || angle < leaves + 0.02));
    }
    CHECK(motion.bodies()[1].state.world_from_body.translation.y() < 0.0);
}

TEST_CASE("a top on a smooth floor precesses at the rate that mechanics has", "[events]") {
    // Steady precession by Ω: I₁ cos θ Ω² − I₃ ω₃ Ω + m g l = 0, about the centre of mass, which
    // stays at its place: without friction the foot slides in a circle.
    const TestCase scene = scene_of("spinning_top");
    const EventSettings settings = settings_of(scene);
    EventMotion motion(scene, settings);
    const RigidBody start = motion.bodies()[1];
    const auto axis = [&] {
        return Vec3(motion.bodies()[1].state.world_from_body.rotation * Vec3::UnitY());
    };
    const double across = start.inertia(0, 0);
    const double spin = start.inertia(1, 1) * start.state.angular_velocity.dot(axis());
    const double tilt = std::acos(axis().y());
    const double arm = start.state.center_of_mass.y() + 0.2;
    const double torque = start.mass * 9.82 * arm;
    const double rate = (spin - std::sqrt(spin * spin - 4.0 * across * std::cos(tilt) * torque)) /
                        (2.0 * across * std::cos(tilt));
    const Vec3 place = start.state.world_from_body * start.state.center_of_mass;
    int events = 0;
    for (int i = 1; i <= 1000; ++i) {
        events += static_cast<int>(std::ssize(motion.step().events));
        const Vec3 now = axis();
        REQUIRE(std::abs(std::acos(now.y()) - tilt) < 1e-4);
        const double turned = std::atan2(now.x(), now.z()) - rate * settings.time_step * i;
        REQUIRE(std::abs(std::remainder(turned, 2.0 * M_PI)) < 1e-3);
    }
    CHECK(events == 0);
    const BodyState& end = motion.bodies()[1].state;
    CHECK((end.world_from_body * end.center_of_mass - place).norm() < 1e-5);
    CHECK(std::abs(motion.energy_drift()) < 1e-10 * energy(motion.bodies(), Vec3::Zero()).kinetic);
}

TEST_CASE("the end of a motion does not depend on the step", "[events]") {
    const Run coarse = run("ball_in_bowl", 1.0, 0.01);
    const Run fine = run("ball_in_bowl", 1.0, 0.0025);
    check_sound(fine, 1e-6);
    CHECK((coarse.bodies[1].state.world_from_body.translation -
           fine.bodies[1].state.world_from_body.translation)
              .norm() < 1e-4);
    CHECK(fine.witnesses.hits > 20 * fine.witnesses.misses);
}

TEST_CASE("collisions are bounded by the second", "[events]") {
    TestCase scene = scene_of("cradle");
    for (const auto& [step, most] :
         {std::pair(0.005, 1000), std::pair(0.1, 20000), std::pair(1e-4, 200)}) {
        scene.time_step = step;
        CHECK(settings_of(scene).most_events == most);
    }
}

TEST_CASE("bodies that overlap at the start are refused, those that touch are not", "[events]") {
    TestCase scene = scene_of("ball_on_hill");
    const Vec3 touch = scene.bodies[1].world_from_shape.translation;
    const Vec3 down = (scene.bodies[0].world_from_shape.translation - touch).normalized();
    const auto step_from = [&](double overlap) {
        scene.bodies[1].world_from_shape.translation = touch + overlap * down;
        EventMotion motion(scene, settings_of(scene));
        motion.step();
        return motion.totals().least_separation;
    };
    CHECK(step_from(1e-7) >= -1e-9);
    CHECK_THROWS_WITH(step_from(1e-5), Catch::Matchers::Contains("'hill' and 'ball' overlap by"));
    CHECK_THROWS_AS(step_from(0.3), Error);
    CHECK_THROWS_AS(step_from(1.5), Error);
}

TEST_CASE("a motion that does not stay finite is an error", "[events]") {
    TestCase scene = scene_of("ball_on_hill");
    scene.bodies.erase(scene.bodies.begin());
    EventSettings settings = settings_of(scene);
    settings.time_step = 1e200;
    EventMotion motion(scene, settings);
    CHECK_THROWS_AS(motion.step(), Error);
    CHECK(motion.bodies()[0].state.world_from_body.translation.allFinite());
}

TEST_CASE("a body that keeps too few digits is refused by name", "[events]") {
    const auto check = [](const auto& change, const std::string& words) {
        TestCase scene = scene_of("ball_in_bowl");  // steps of 5 ms, a ball of 0.8 m
        change(scene.bodies[1]);
        if (words.empty()) {
            CHECK_NOTHROW(EventMotion(scene, settings_of(scene)));
        } else {
            CHECK_THROWS_WITH(EventMotion(scene, settings_of(scene)),
                              Catch::Contains("body 'ball'") && Catch::Contains(words));
        }
    };
    check([](BodySetup& ball) { ball.linear_velocity.x() = 1e300; }, "linear_velocity");
    check([](BodySetup& ball) { ball.linear_velocity.z() = -7e11; }, "linear_velocity");
    check([](BodySetup& ball) { ball.linear_velocity.z() = -6e11; }, "");
    check([](BodySetup& ball) { ball.angular_velocity.y() = 1e12; }, "angular_velocity");
    check([](BodySetup& ball) { ball.world_from_shape.translation.y() = -4e9; }, "origin");
    check([](BodySetup& ball) { ball.world_from_shape.translation.y() = -3e9; }, "");
}

TEST_CASE("polyhedra are refused in words", "[events]") {
    const TestCase scene = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "box", "bodies": [)"
        R"({"name": "crate", "shape": {"convex_hull": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}},)"
        R"({"name": "ball", "shape": {"sphere": {"radius": 1}}, "position": [0, 3, 0]}]})",
        "box.json", {});
    CHECK_THROWS_AS(EventMotion(scene, settings_of(scene)), Error);
}

TEST_CASE("a ball that is faster than it is thick meets a thin plate", "[events]") {
    const auto after = [](double speed, bool bounded) {
        const TestCase scene = parse_scene(
            R"({"schema": "touchstone-scene-1", "name": "bullet", "gravity": [0, -9.82, 0], "bodies": [)"
            R"({"name": "plate", "shape": {"round_box": {"size": [4, 0.1, 4], "rounding": 0.04}},)"
            R"( "fixed": true}, {"name": "bullet", "shape": {"sphere": {"radius": 0.05}},)"
            R"( "position": [0, 1.3, 0], "linear_velocity": [0, )" +
                std::to_string(-speed) + R"(, 0]}]})",
            "bullet.json", {});
        EventSettings settings = settings_of(scene);
        settings.time_step = 0.005;
        if (!bounded) {
            settings.travel.clear();
        }
        EventMotion motion(scene, settings);
        for (int i = 0; i < 4; ++i) {
            motion.step();
        }
        CHECK((motion.totals().divided_steps > 0) == bounded);
        return motion.bodies()[1].state.world_from_body.translation.y();
    };
    // A step of 0.005 s is 1 m: from above the plate to below it.
    CHECK(after(200.0, true) >= 0.1 - 1e-9);
    // Without bounds it closes at one look and opens at the next, and is looked at in between.
    CHECK(after(200.0, false) >= 0.1 - 1e-9);
    CHECK_THROWS_WITH(after(-1e7, true), Catch::Matchers::Contains("parts in a step of 0.005 s"));
}

TEST_CASE("a scene in other units moves alike", "[events]") {
    // Lengths by s, times by √s: gravity is the same.
    const auto run_at = [](double scale) {
        TestCase scene = scene_of("ball_in_bowl");
        for (BodySetup& body : scene.bodies) {
            for (SmoothPart& part : std::get<CurvedShape>(body.shape).exact.parts) {
                if (auto* ball = std::get_if<SmoothBall>(&part.primitive)) {
                    ball->radius *= scale;
                } else if (auto* bowl = std::get_if<SmoothBowl>(&part.primitive)) {
                    *bowl = {scale * bowl->curvature_radius, scale * bowl->rim_radius,
                             scale * bowl->wall};
                }
            }
            body.world_from_shape.translation *= scale;
            body.linear_velocity *= std::sqrt(scale);
            body.angular_velocity /= std::sqrt(scale);
        }
        scene.time_step *= std::sqrt(scale);
        EventMotion motion(scene, settings_of(scene));
        for (int i = 0; i < 200; ++i) {
            motion.step();
        }
        return std::pair(motion.totals().events,
                         Vec3(motion.bodies()[1].state.world_from_body.translation / scale));
    };
    const auto [events, place] = run_at(1.0);
    CHECK(events > 0);
    for (const double scale : {1e-3, 1e3}) {
        const auto [own_events, own_place] = run_at(scale);
        CHECK(own_events == events);
        CHECK((own_place - place).norm() < 1e-5);
    }
}

TEST_CASE("dice thrown together keep their energy and their witnesses", "[events]") {
    const Run fine = run("two_dice", 1.0, 0.001);
    check_sound(fine, 1e-6);
    INFO(text_of(fine));
    CHECK(fine.witnesses.hits > 99 * fine.witnesses.misses);
    const Run coarse = run("five_dice", 1.0, 0.005);
    // Edges that cross at a small angle wander fast: without shorter parts it is 1.1e-5.
    check_sound(coarse, 1e-8);
    CHECK(coarse.totals.divided_steps > 0);
    CHECK(coarse.witnesses.hits > 19 * coarse.witnesses.misses);
}

TEST_CASE("a remade witness of two boxes has their distance", "[events]") {
    std::mt19937_64 engine(4);
    const auto draw = [&] { return 2.0 * random_share(engine) - 1.0; };
    int hits = 0;
    constexpr int kPairs = 300;
    for (int i = 0; i < kPairs; ++i) {
        const SmoothSolid one = make_smooth_solid(SmoothRoundBox{Vec3(1.0, 0.6, 0.4), 0.1});
        const SmoothSolid two = make_smooth_solid(SmoothRoundBox{Vec3(0.3, 0.9, 0.5), 0.05});
        const CorePart core_a = *core_part(one.primitive);
        const CorePart core_b = *core_part(two.primitive);
        const PlacedSolid a{&one, Mat3::Identity(), Vec3::Zero()};
        const Quat turn = Quat(draw(), draw(), draw(), draw()).normalized();
        PlacedSolid b{&two, turn.toRotationMatrix(), 1.5 * Vec3(draw(), draw(), draw())};
        CoreWitness witness = find_witness(a, core_a, b, core_b);
        if (!witness.is_known) {
            continue;
        }
        // Turned a little and moved, so that other parts may be nearest.
        const Vec3 way(draw(), draw(), draw());
        b.rotation = Mat3(Eigen::AngleAxisd(0.02, way.normalized())) * b.rotation;
        b.centre += 0.02 * way;
        const auto contacts = core_contacts(a, core_a, b, core_b, 1e9);
        const std::optional<double> gap = remade_gap(witness, a, core_a, b, core_b);
        if (!contacts || !gap) {
            continue;
        }
        ++hits;
        double least = INFINITY;
        for (const CoreContact& contact : *contacts) {
            least = std::min(least, contact.contact.separation);
        }
        CHECK(std::abs(*gap - least) < 1e-9);
    }
    CHECK(hits > kPairs / 2);
}

TEST_CASE("the scenes of smooth bodies in full", "[.full]") {
    const std::pair<const char*, double> kScenes[]{
        {"falling_jack", 5.0},      {"jack_on_hills", 4.0}, {"jack_in_bowl", 5.0},
        {"two_dice", 4.0},          {"five_dice", 4.0},     {"ball_on_hill", 0.9},
        {"ellipsoid_on_hill", 1.5}, {"ball_in_bowl", 4.0},  {"cradle", 3.0},
        {"spinning_top", 4.0}};
    for (const auto& [name, duration] : kScenes) {
        for (const double step : {0.0, 0.001, 0.005}) {
            std::cout << name << ", step " << step << ": ";
            const Run found = run(name, duration, step);
            std::cout << text_of(found) << std::endl;
            check_sound(found, 1e-6);
            // 99 % of the remembered pairs are right at 0.001 s, 95 % at 0.005 s.
            const bool is_fine = found.totals.steps >= std::lround(duration / 0.001);
            CHECK(found.witnesses.hits >= (is_fine ? 99 : 19) * found.witnesses.misses);
        }
    }
}
