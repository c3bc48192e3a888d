#include <vector>

#include "methods/testing/catch.h"
#include "rigid_solver/barrier/tests/barrier_scenes.h"
#include "rigid_solver/body_groups.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// Returns steps of 30 ms.
BarrierSettings long_steps() {
    BarrierSettings settings = facet_settings();
    settings.time_step = 0.03;
    return settings;
}

/// A board with a cube that tumbles over an edge in its second step, by more than half a radian,
/// and would gain energy then.
BarrierScene tumbling_cube() {
    BarrierScene scene;
    scene.add_box(Vec3(400.0, 1.0, 400.0), Vec3(0.0, -0.5, 0.0), true);
    BodyState& cube = scene.add_box(Vec3(0.3, 0.3, 0.3), Vec3(0.0, 0.35, 0.0), false).state;
    cube.angular_velocity = Vec3(0.0, 0.0, -20.0);
    cube.linear_velocity = Vec3(10.0, -10.0, 0.0);
    return scene;
}

/// Returns a body's speed in units of what it covered in the second step: 1 unless it was slowed.
double kept_share(BarrierState& state, const BarrierSettings& settings, int body) {
    run(state, settings, 1);
    const Affine before = state.bodies[body].placement;
    run(state, settings, 1);
    const Affine way = state.bodies[body].placement - before;
    return state.bodies[body].velocity.norm() * settings.time_step / way.norm();
}

}  // namespace

TEST_CASE("a body that gains energy as it turns far is slowed", "[barrier]") {
    const BarrierSettings settings = long_steps();
    BarrierState state = tumbling_cube().start(settings);
    const double share = kept_share(state, settings, 1);
    CHECK(share > 0.8);
    CHECK(share < 0.95);
}

TEST_CASE("what a far body loses hides no gain, and a far body is not slowed for it", "[barrier]") {
    const BarrierSettings settings = long_steps();
    BarrierState alone = tumbling_cube().start(settings);
    const double share = kept_share(alone, settings, 1);

    BarrierScene scene = tumbling_cube();
    // Meets the board in the second step, and loses a hundred times what the other gains.
    scene.add_box(Vec3(1.0, 1.0, 1.0), Vec3(40.0, 0.9, 0.0), false).state.linear_velocity.y() =
        -10.0;
    scene.add_box(Vec3(0.3, 0.3, 0.3), Vec3(0.0, 30.0, 40.0), false).state.angular_velocity.z() =
        25.0;
    for (const int body : {1, 3}) {
        BarrierState state = scene.start(settings);
        const double kept = kept_share(state, settings, body);
        INFO("body " << body);
        CHECK(kept == Approx(body == 1 ? share : 1.0).margin(1e-9));
        CHECK(state.bodies[2].velocity.head<3>().norm() < 5.0);
    }
}

TEST_CASE("what a far body gains in motion does not decide whether another is slowed",
          "[barrier]") {
    // Strong barriers: the cube turns far, loses energy of motion to them, and gains in sum.
    BarrierSettings settings = long_steps();
    settings.dhat = 0.02;
    settings.gravity = Vec3(0.0, -98.2, 0.0);
    const auto share_of = [&](bool with_other) {
        BarrierScene scene;
        scene.add_box(Vec3(400.0, 1.0, 400.0), Vec3(0.0, -0.5, 0.0), true);
        BodyState& cube = scene.add_box(Vec3(0.3, 0.3, 0.3), Vec3(0.0, 0.171, 0.0), false).state;
        cube.angular_velocity = Vec3(0.0, 0.0, -27.0);
        cube.linear_velocity = Vec3(5.0, -2.0, 0.0);
        if (with_other) {
            // Far too near to the board, which lifts it.
            scene.add_box(Vec3(1.0, 1.0, 1.0), Vec3(40.0, 0.502, 0.0), false);
        }
        BarrierState state = scene.start(settings);
        const Affine before = state.bodies[1].placement;
        run(state, settings, 1);
        const Affine way = state.bodies[1].placement - before;
        return state.bodies[1].velocity.norm() * settings.time_step / way.norm();
    };
    const double alone = share_of(false);
    CHECK(alone > 0.95);
    CHECK(alone < 0.99);
    CHECK(share_of(true) == Approx(alone).margin(1e-6));
}

TEST_CASE("groups do not depend on the order in which bodies were joined", "[barrier]") {
    BodyGroups forward(6);
    forward.join(1, 4);
    forward.join(4, 2);
    forward.join(5, 5);
    BodyGroups backward(6);
    backward.join(2, 4);
    backward.join(4, 1);
    for (int i = 0; i < 6; ++i) {
        CHECK(forward.first_of(i) == backward.first_of(i));
    }
    CHECK(forward.sums({1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) ==
          std::vector<double>{1.0, 22.0, 0.0, 8.0, 0.0, 32.0});
}
