#include "rigid_solver/barrier/barrier_step.h"

#include <cmath>

#include "methods/barrier/barrier_function.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/tests/barrier_scenes.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// An accuracy at which the force of a pair is known to 1e-7 [m/s]: the force changes by 3.5 λ/d̂
/// per metre, so the usual 1e-7 m/s times 0.01 s leave 3.5e-5 of it.
constexpr double kStill = 1e-10;

double total_force(const BarrierReport& report) {
    double sum = 0.0;
    for (const BarrierContact& contact : report.contacts) {
        sum += contact.contact.force;
    }
    return sum;
}

/// Returns gravity on a slope of tangent 0.5, in the frame of the slope [m/s²].
Vec3 slope_gravity() { return 9.82 / std::sqrt(1.25) * Vec3(0.5, -1.0, 0.0); }

/// Returns how far a cube slides in a second after it has settled with friction 1 [m].
double slide(double friction) {
    BarrierSettings settings = facet_settings();
    settings.gravity = slope_gravity();
    settings.friction = 1.0;
    BarrierState state = cube_on_board(0.5 * settings.dhat).start(settings);
    run(state, settings, 30);
    settings.friction = friction;
    const double start = state.bodies[1].placement.x();
    run(state, settings, 100);
    return state.bodies[1].placement.x() - start;
}

/// Returns how far a body slides at g (sin θ − μ cos θ) in 100 steps of implicit Euler [m].
double sliding_way(double friction) {
    const Vec3 gravity = slope_gravity();
    const double speed_up = gravity.x() + friction * gravity.y();
    return speed_up * 0.01 * 0.01 * (100.0 * 101.0 / 2.0);
}

}  // namespace

TEST_CASE("a block at rest is borne by its weight", "[barrier]") {
    BarrierSettings settings = facet_settings();
    settings.accuracy = kStill;
    BarrierState state = cube_on_board(0.5 * settings.dhat).start(settings);
    const BarrierReport report = run(state, settings, 40);
    const double weight = 2000.0 * 9.82;
    REQUIRE(report.contacts.size() == 4);
    CHECK(total_force(report) == Approx(weight).epsilon(1e-6));
    const double stiffness = state.stiffnesses.front().stiffness;
    const double gap = settings.dhat * barrier_distance(weight * settings.dhat / (4.0 * stiffness));
    for (const BarrierContact& contact : report.contacts) {
        CHECK(contact.contact.separation == Approx(gap).epsilon(1e-6));
        CHECK(contact.contact.normal.isApprox(Vec3::UnitY(), 1e-9));
    }
}

TEST_CASE("triangles bear the same block, with pairs that count several times", "[barrier]") {
    BarrierSettings settings;
    settings.accuracy = kStill;
    BarrierState state = cube_on_board(0.5 * settings.dhat).start(settings);
    const BarrierReport report = run(state, settings, 40);
    CHECK(total_force(report) == Approx(2000.0 * 9.82).epsilon(1e-6));
}

TEST_CASE("a block on a slope rests with enough friction", "[barrier]") {
    CHECK(std::abs(slide(0.501)) < 1e-4);
    CHECK(std::abs(slide(0.5)) < 1e-4);
}

TEST_CASE("a block on a slope slides with too little friction, as it must", "[barrier]") {
    for (const double friction : {0.49, 0.499}) {
        CAPTURE(friction);
        // The friction force is off by about the ratio of accuracy and sticking speed, 1 %, of
        // what is left of gravity; and the block first reaches the sticking speed.
        CHECK(slide(friction) == Approx(sliding_way(friction)).epsilon(0.02));
    }
}

TEST_CASE("a block that sticks creeps by the law of the friction energy", "[barrier]") {
    BarrierSettings settings = facet_settings();
    settings.gravity = slope_gravity();
    settings.friction = 0.6;
    BarrierState state = cube_on_board(0.5 * settings.dhat).start(settings);
    run(state, settings, 40);
    const double before = state.bodies[1].placement.x();
    run(state, settings, 20);
    const double speed = (state.bodies[1].placement.x() - before) / 0.2;
    // ε_v (1 − √(1 − ρ)) with ρ = tan θ / μ; the accuracy is 1 % of ε_v.
    const double expected = settings.stick_speed * (1.0 - std::sqrt(1.0 - 0.5 / 0.6));
    CHECK(speed == Approx(expected).epsilon(0.02));
}

TEST_CASE("a body in free fall moves by implicit Euler", "[barrier]") {
    const BarrierSettings settings;
    BarrierScene scene;
    scene.add_box(Vec3(1.0, 2.0, 3.0), Vec3(5.0, 10.0, -3.0), false).state.linear_velocity =
        Vec3(1.0, 2.0, 3.0);
    BarrierState state = scene.start(settings);
    run(state, settings, 10);
    const BodyState end = world_state(state, 0);
    const Vec3 fallen = 0.01 * 0.01 * 55.0 * settings.gravity;
    CHECK((end.world_from_body.translation - Vec3(5.1, 10.2, -2.7) - fallen).norm() < 1e-9);
    CHECK((end.linear_velocity - Vec3(1.0, 2.0, 3.0) - 0.1 * settings.gravity).norm() < 1e-9);
}

TEST_CASE("what implicit Euler takes from a spin falls with the time step", "[barrier]") {
    const auto lost = [](double time_step) {
        BarrierSettings settings;
        settings.time_step = time_step;
        settings.gravity = Vec3::Zero();
        BarrierScene scene;
        scene.add_box(Vec3(1.0, 1.0, 1.0), Vec3::Zero(), false).state.angular_velocity =
            Vec3(0.0, 1.0, 0.0);
        BarrierState state = scene.start(settings);
        run(state, settings, static_cast<int>(std::lround(0.2 / time_step)));
        return 1.0 - world_state(state, 0).angular_velocity.y();
    };
    const double coarse = lost(0.02);
    const double fine = lost(0.01);
    CHECK(fine > 0.0);
    CHECK(coarse / fine == Approx(2.0).epsilon(0.1));
}

TEST_CASE("a stiff body that turns far in a step is found in a few iterations", "[barrier]") {
    BarrierSettings settings;
    settings.time_step = 0.02;
    settings.gravity = Vec3::Zero();
    settings.shape_stiffness = 1e10;
    for (const double speed : {10.0, 40.0, 100.0}) {
        CAPTURE(speed);
        BarrierScene scene;
        scene.add_box(Vec3(0.1, 0.2, 0.3), Vec3::Zero(), false).state.angular_velocity =
            speed * Vec3(0.5, 1.0, 0.2);
        BarrierState state = scene.start(settings);
        for (int step = 0; step < 5; ++step) {
            const BarrierReport report = barrier_step(state, settings);
            CHECK_FALSE(is_failure(report.stop));
            CHECK(report.iterations <= 12);
        }
    }
}

TEST_CASE("a fast cube stays above a thin board", "[barrier]") {
    for (const double speed : {10.0, 100.0, 1000.0}) {
        CAPTURE(speed);
        BarrierSettings settings;
        settings.time_step = 0.02;
        settings.check_iterates = true;
        BarrierScene scene;
        scene.add_box(Vec3(1.0, 0.02, 1.0), Vec3(0.0, -0.01, 0.0), true);
        scene.add_box(Vec3(0.1, 0.1, 0.1), Vec3(0.02, 0.5, 0.03), false).state.linear_velocity =
            Vec3(0.0, -speed, 0.0);
        BarrierState state = scene.start(settings);
        int most = 0;
        for (int step = 0; step < 10; ++step) {
            const BarrierReport report = run(state, settings, 1);
            most = std::max(most, report.iterations);
            CHECK(state.bodies[1].placement.y() + state.origin.y() > 0.04);
        }
        CHECK(most <= 60);
    }
}

TEST_CASE("a cube a thousand times as heavy as the one below it stands, and one as light",
          "[barrier]") {
    const BarrierSettings settings;
    for (const double ratio : {1e3, 1e-3}) {
        CAPTURE(ratio);
        BarrierScene scene = cube_on_board(0.5 * settings.dhat);
        RigidBody& upper =
            scene.add_box(Vec3(0.8, 0.8, 0.8), Vec3(0.15, 1.4 + settings.dhat, 0.1), false);
        upper.mass *= ratio;
        upper.inertia *= ratio;
        BarrierState state = scene.start(settings);
        run(state, settings, 100);
        const Vec3 place = state.bodies[2].placement.head<3>() + state.origin;
        CHECK(std::abs(place.x() - 0.15) < 1e-4);
        CHECK(std::abs(place.z() - 0.1) < 1e-4);
        // Two gaps within the barrier's reach, and the strain of the lower cube by 1024 tonnes.
        CHECK(std::abs(place.y() - 1.4) < 2.0 * settings.dhat + (ratio > 1.0 ? 2e-3 : 0.0));
        CHECK(linear_part(state.bodies[2].placement).isIdentity(1e-3));
    }
}

TEST_CASE("a falling cube never gains energy", "[barrier]") {
    const BarrierSettings settings;
    BarrierScene scene = cube_on_board(0.3);
    scene.add_box(Vec3(0.4, 0.4, 0.4), Vec3(0.2, 1.7, 0.1), false).state.angular_velocity =
        Vec3(1.0, 2.0, 3.0);
    BarrierState state = scene.start(settings);
    const auto energy_now = [&] {
        double sum = 0.0;
        for (const AffineBody& body : state.bodies) {
            if (!body.fixed) {
                sum += 0.5 * body.velocity.dot(mass_matrix(body) * body.velocity) -
                       body.mass * settings.gravity.dot(body.placement.head<3>());
            }
        }
        return sum;
    };
    double before = energy_now();
    for (int step = 0; step < 60; ++step) {
        run(state, settings, 1);
        const double now = energy_now();
        // Between steps the barrier may give back what it holds, κ B: some 0.1 J here.
        CHECK(now < before + 0.5);
        before = now;
    }
}

TEST_CASE("bodies that overlap at the start are refused by name", "[barrier]") {
    CHECK_THROWS_MATCHES(cube_on_board(-0.01).start(BarrierSettings{}), Error,
                         Catch::Matchers::Predicate<Error>([](const Error& error) {
                             const std::string text = error.what();
                             return text.find("'box 0'") != std::string::npos &&
                                    text.find("'box 1'") != std::string::npos &&
                                    text.find("face") != std::string::npos;
                         }));
}

TEST_CASE("the same bytes come out of the same input", "[barrier]") {
    const BarrierSettings settings;
    BarrierState first = cube_on_board(0.001).start(settings);
    BarrierState second = cube_on_board(0.001).start(settings);
    run(first, settings, 20);
    run(second, settings, 20);
    CHECK(first.bodies[1].placement == second.bodies[1].placement);
}

TEST_CASE("a scene moves alike a kilometre away", "[barrier]") {
    const BarrierSettings settings = facet_settings();
    const auto end_of = [&](const Vec3& shift) {
        BarrierScene scene;
        scene.add_box(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0) + shift, true);
        scene.add_box(Vec3(1.0, 1.0, 1.0), Vec3(0.125, 0.5 + 0x1p-12, 0.0625) + shift, false);
        BarrierState state = scene.start(settings);
        run(state, settings, 20);
        return state.bodies[1].placement;
    };
    CHECK((end_of(Vec3::Zero()) - end_of(Vec3(1024.0, -512.0, 256.0))).norm() < 1e-9);
}

TEST_CASE("a block is strained by its own weight as its stiffness says", "[barrier]") {
    BarrierSettings settings = facet_settings();
    settings.accuracy = kStill;
    BarrierState state = cube_on_board(0.5 * settings.dhat).start(settings);
    const BarrierReport report = run(state, settings, 40);
    // The mean pressure, half of that below the block, over Young's modulus of 8 κ_⊥. The corners
    // that bear it spread it over the block by nothing but its stiffness.
    const double pressure = 0.5 * 2000.0 * 9.82;
    const double expected = pressure / (8.0 * settings.shape_stiffness);
    CHECK(1.0 - linear_part(state.bodies[1].placement)(1, 1) == Approx(expected).epsilon(0.01));
    CHECK(report.strained_body == 1);
    CHECK(report.largest_strain == Approx(expected).epsilon(0.01));
}

TEST_CASE("a scene of another size moves alike when its time fits", "[barrier]") {
    // With gravity as it is, a time is the root of a length, and so is a speed; the pressure of a
    // weight is a length.
    const auto end_of = [](double scale) {
        BarrierSettings settings = facet_settings();
        settings.time_step *= std::sqrt(scale);
        settings.dhat *= scale;
        settings.stick_speed *= std::sqrt(scale);
        settings.accuracy *= std::sqrt(scale);
        settings.shape_stiffness *= scale;
        BarrierScene scene;
        scene.add_box(scale * Vec3(4.0, 0.5, 4.0), scale * Vec3(0.0, -0.25, 0.0), true);
        scene.add_box(scale * Vec3(1.0, 1.0, 1.0), scale * Vec3(0.1, 0.503, 0.05), false);
        BarrierState state = scene.start(settings);
        run(state, settings, 20);
        return Affine(state.bodies[1].placement);
    };
    const Affine usual = end_of(1.0);
    for (const double scale : {1e-3, 1e3}) {
        CAPTURE(scale);
        const Affine scaled = end_of(scale);
        // Twice what the accuracy leaves in a step, 1e-9 of the size.
        CHECK((scaled.head<3>() / scale - usual.head<3>()).norm() < 2e-9);
        CHECK((scaled.tail<9>() - usual.tail<9>()).norm() < 2e-9);
    }
}

TEST_CASE("bodies in another order, and turned with gravity, move alike", "[barrier]") {
    const Quat turn(Eigen::AngleAxisd(0.7, Vec3(1.0, 2.0, -0.5).normalized()));
    const auto end_of = [&](bool exchanged, const Quat& rotation) {
        BarrierSettings settings = facet_settings();
        settings.gravity = rotation * settings.gravity;
        BarrierScene scene;
        const auto add = [&](const Vec3& size, const Vec3& position, bool fixed) {
            scene.add_box(size, rotation * position, fixed).state.world_from_body.rotation =
                rotation;
        };
        for (const bool fixed : {!exchanged, exchanged}) {
            fixed ? add(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true)
                  : add(Vec3(1.0, 1.0, 1.0), Vec3(0.1, 0.503, 0.05), false);
        }
        BarrierState state = scene.start(settings);
        run(state, settings, 20);
        return Vec3(rotation.conjugate() *
                    world_state(state, exchanged ? 0 : 1).world_from_body.translation);
    };
    const Vec3 usual = end_of(false, Quat::Identity());
    // What the accuracy leaves in a step is 1e-9.
    CHECK((end_of(true, Quat::Identity()) - usual).norm() < 2e-9);
    CHECK((end_of(false, turn) - usual).norm() < 2e-9);
    CHECK((end_of(true, turn) - usual).norm() < 2e-9);
}

TEST_CASE("the factor of an earlier iterate serves for some directions, never for the first",
          "[barrier]") {
    BarrierSettings settings = facet_settings();
    BarrierScene scene = cube_on_board(0.001);
    scene.add_box(Vec3(0.4, 0.4, 0.4), Vec3(0.2, 1.202, 0.1), false);
    BarrierState state = scene.start(settings);
    int factored = 0;
    int directions = 0;
    for (int step = 0; step < 20; ++step) {
        const BarrierReport report = barrier_step(state, settings);
        REQUIRE_FALSE(is_failure(report.stop));
        factored += report.factored;
        // One for each Newton step, and one that ends each solve.
        directions += report.iterations + report.lags;
    }
    CHECK(factored < directions);

    settings.friction = 0.0;
    BarrierState falling = cube_on_board(0.3).start(settings);
    const BarrierReport report = run(falling, settings, 1);
    REQUIRE(report.iterations > 0);
    CHECK(report.lags == 1);
    CHECK(report.factored >= 1);
    CHECK(report.factored <= report.iterations + report.lags);
}

TEST_CASE("a reach larger than a body is refused", "[barrier]") {
    BarrierSettings settings;
    settings.dhat = 0.6;
    CHECK_THROWS_AS(cube_on_board(0.1).start(settings), UsageError);
}

TEST_CASE("what a state remembers goes on with the same bits", "[barrier]") {
    const BarrierSettings settings;
    const BarrierScene scene = cube_on_board(0.001);
    BarrierState straight = scene.start(settings);
    run(straight, settings, 8);
    BarrierState resumed = scene.start(settings);
    restore(resumed, memory_of(straight));
    run(straight, settings, 8);
    run(resumed, settings, 8);
    CHECK(straight.bodies[1].placement == resumed.bodies[1].placement);
    CHECK(straight.bodies[1].velocity == resumed.bodies[1].velocity);
    BarrierMemory foreign = memory_of(straight);
    foreign.bodies.pop_back();
    CHECK_THROWS_AS(restore(resumed, foreign), Error);
}

TEST_CASE("an accuracy that cannot tell sliding from rest is refused", "[barrier]") {
    BarrierSettings settings;
    settings.accuracy = 1e-6;
    CHECK_THROWS_AS(validate(settings), UsageError);
    settings.friction = 0.0;
    CHECK_NOTHROW(validate(settings));
}
