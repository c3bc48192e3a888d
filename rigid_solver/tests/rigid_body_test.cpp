#include "rigid_solver/rigid_body.h"

#include <limits>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/proximal/tests/solver_examples.h"

namespace touchstone {

using Catch::Contains;
using testing::make_box_body;

TEST_CASE("validate names the body and what it lacks", "[body]") {
    std::vector<RigidBody> bodies{testing::make_fixed_body("ground"),
                                  make_box_body("stone", Vec3::Ones(), 2.0)};
    CHECK_NOTHROW(validate(bodies));
    RigidBody& stone = bodies[1];
    std::string what;
    SECTION("zero mass") {
        stone.mass = 0.0;
        what = "mass is 0";
    }
    SECTION("no mass") {
        stone.mass = kUnset;
        what = "mass";
    }
    SECTION("negative mass") {
        stone.mass = -1.0;
        what = "mass is -1";
    }
    SECTION("infinite mass") {
        stone.mass = std::numeric_limits<double>::infinity();
        what = "mass";
    }
    SECTION("indefinite inertia") {
        stone.inertia(0, 0) = -1.0;
        what = "inertia";
    }
    SECTION("skew inertia") {
        stone.inertia(0, 1) = 0.1;
        what = "inertia";
    }
    SECTION("NaN velocity") {
        stone.state.linear_velocity.y() = kUnset;
        what = "velocity";
    }
    SECTION("NaN spin") {
        stone.state.angular_velocity.y() = kUnset;
        what = "velocity";
    }
    SECTION("NaN position") {
        stone.state.world_from_body.translation.z() = kUnset;
        what = "pose";
    }
    SECTION("no rotation") {
        stone.state.world_from_body.rotation.coeffs() *= 2.0;
        what = "orientation";
    }
    CHECK_THROWS_WITH(validate(bodies), Contains("'stone'") && Contains(what));
}

TEST_CASE("energy and momentum are those of the moving bodies", "[body]") {
    std::vector<RigidBody> bodies{testing::make_fixed_body("ground"),
                                  make_box_body("stone", {1.0, 2.0, 3.0}, 12.0)};
    bodies[0].state.linear_velocity = Vec3(100.0, 0.0, 0.0);
    BodyState& state = bodies[1].state;
    state.world_from_body.translation = Vec3(0.0, 5.0, 0.0);
    state.linear_velocity = Vec3(1.0, 0.0, 2.0);
    state.angular_velocity = Vec3(0.0, 0.0, 3.0);
    const Energy sum = energy(bodies, {0.0, -10.0, 0.0});
    CHECK(sum.potential == Approx(12.0 * 10.0 * 5.0));
    CHECK(sum.kinetic == Approx(0.5 * 12.0 * 5.0 + 0.5 * 5.0 * 9.0));  // I_zz = 12 (1 + 4) / 12
    const Momentum total = momentum(bodies);
    CHECK((total.linear - Vec3(12.0, 0.0, 24.0)).norm() < 1e-12);
    CHECK((total.angular - Vec3(120.0, 0.0, -60.0 + 15.0)).norm() < 1e-12);
}

TEST_CASE("validate names the solver's setting that is out of range", "[body]") {
    SolverSettings settings;
    CHECK_NOTHROW(validate(settings));
    std::string what;
    SECTION("time step") {
        settings.time_step = GENERATE(0.0, -0.01, kUnset);
        what = "time_step";
    }
    SECTION("friction") {
        settings.friction = GENERATE(-0.1, kUnset);
        what = "friction";
    }
    SECTION("restitution") {
        settings.restitution = GENERATE(-0.1, 1.1);
        what = "restitution";
    }
    SECTION("gravity") {
        settings.gravity.x() = kUnset;
        what = "gravity";
    }
    SECTION("sweeps") {
        settings.max_sweeps = -1;
        what = "max_sweeps";
    }
    CHECK_THROWS_WITH(validate(settings), Contains(what));
}

}  // namespace touchstone
