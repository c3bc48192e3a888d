#include "testcases/motion/motion_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "testcases/motion/tests/scene_run.h"
#include "testcases/trials/bound_trials.h"
#include "testcases/trials/trial_bodies.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// A bullet of 1 cm that flies at a sheet of 1 mm at 500 m/s, 5 m in a step.
TestCase bullet_and_sheet(bool fixed) {
    std::vector<BodySetup> bodies{
        box_body("sheet", Vec3(0.001, 1.0, 1.0), Vec3(0.0, 0.0, 0.0), fixed),
        box_body("bullet", Vec3(0.01, 0.01, 0.01), Vec3(-1.3, 0.0, 0.0), false)};
    bodies[1].linear_velocity = Vec3(500.0, 0.0, 0.0);
    return scene_of(bodies, 0.01);
}

}  // namespace

TEST_CASE("the bound counts the work that it takes", "[bound]") {
    SceneRun bullet(bullet_and_sheet(true), "vertex_only");
    const ImpactWork work = bullet.simulation.step().bound_work;
    CHECK(work.body_pairs >= 1);
    CHECK(work.part_pairs >= work.body_pairs);  // each body is one part
    CHECK(work.cast_pairs >= 1);
    CHECK(work.casts >= work.cast_pairs);
    CHECK(work.distances >= work.part_pairs);
    SceneRun free(bullet_and_sheet(true), "vertex_only", bounded_settings(StepBound::None));
    CHECK(free.simulation.step().bound_work.distances == 0);
    TestCase apart = bullet_and_sheet(true);
    apart.bodies[1].linear_velocity = Vec3(-500.0, 0.0, 0.0);
    SceneRun away(apart, "vertex_only");
    CHECK(away.simulation.step().bound_work.body_pairs == 0);
}

TEST_CASE("the bound follows a body in given parts into its notch", "[bound]") {
    const SceneRun run(peg_in_channel(), "semi_local");
    const std::vector<Pose> starts{run.scene.test_case.bodies[0].world_from_shape,
                                   run.scene.test_case.bodies[1].world_from_shape};
    const MotionBound bound(run.scene);
    const MotionEnds ends = bound.ends(run.simulation.bodies(), starts, 0.1);
    REQUIRE(ends.stops.size() == 1);
    CHECK(ends.stops[0].part_a == 0);  // the floor, of three parts
    CHECK(ends.shares[1] > 2.49 / 3.0);
    CHECK(ends.shares[1] < 2.51 / 3.0);
}

TEST_CASE("a bullet does not pass through a sheet, with any method", "[bound]") {
    const std::string generator =
        GENERATE("semi_local", "first_impact", "closest_points", "vertex_only", "opposing");
    INFO(generator);
    SceneRun run(bullet_and_sheet(true), generator);
    for (int i = 0; i < 20; ++i) {
        run.simulation.step();
        REQUIRE(run.center(1).x() < 0.0);
    }
    CHECK(run.center(1).x() > -0.02);  // it has come up to the sheet, and stayed
}

TEST_CASE("without the bound the bullet passes through", "[bound]") {
    // A method that does not look ahead: one that does is asked before the first half step, too.
    SceneRun run(bullet_and_sheet(true), "vertex_only", bounded_settings(StepBound::None));
    run.simulation.step();
    CHECK(run.center(1).x() > 0.0);
}

TEST_CASE("a bullet pushes a sheet that can move, and stays on its side", "[bound]") {
    SceneRun run(bullet_and_sheet(false), "semi_local");
    const std::vector<RigidBody>& moved = run.simulation.bodies();
    const double momentum = 500.0 * moved[1].mass;
    for (int i = 0; i < 20; ++i) {
        run.simulation.step();
        REQUIRE(run.center(1).x() < run.center(0).x());
    }
    double after = 0.0;
    for (const RigidBody& body : moved) {
        after += body.mass * body.state.linear_velocity.x();
    }
    CHECK(after == Approx(momentum).epsilon(1e-9));
    // Without restitution they go on together.
    const double together = momentum / (moved[0].mass + moved[1].mass);
    CHECK(moved[0].state.linear_velocity.x() == Approx(together).epsilon(1e-6));
}

TEST_CASE("bodies that meet nothing move to the bit as without the bound", "[bound]") {
    std::vector<BodySetup> bodies{box_body("near", Vec3(1.0, 1.0, 1.0), Vec3(0.0, 0.0, 0.0), false),
                                  box_body("far", Vec3(1.0, 1.0, 1.0), Vec3(0.0, 1.5, 0.0), false)};
    bodies[0].angular_velocity = Vec3(0.3, 0.2, 9.0);
    bodies[1].linear_velocity = Vec3(0.0, 3.0, 1.0);
    SceneRun bounded(scene_of(bodies, 0.01), "semi_local");
    SceneRun free(scene_of(bodies, 0.01), "semi_local", bounded_settings(StepBound::None));
    for (int i = 0; i < 10; ++i) {
        CHECK(bounded.simulation.step().stops.empty());
        free.simulation.step();
    }
    for (int b = 0; b < 2; ++b) {
        const BodyState& one = bounded.simulation.bodies()[b].state;
        const BodyState& other = free.simulation.bodies()[b].state;
        CHECK(one.world_from_body.translation == other.world_from_body.translation);
        CHECK(one.world_from_body.rotation.coeffs() == other.world_from_body.rotation.coeffs());
    }
}

TEST_CASE("a motion ends at the first of several bodies, and others go on", "[bound]") {
    std::vector<BodySetup> bodies{
        box_body("wall", Vec3(0.1, 4.0, 4.0), Vec3(2.0, 0.0, 0.0), true),
        box_body("early", Vec3(0.2, 0.2, 0.2), Vec3(0.0, 0.0, 0.0), false),
        box_body("follower", Vec3(0.2, 0.2, 0.2), Vec3(-1.0, 0.0, 0.0), false),
        box_body("other", Vec3(0.2, 0.2, 0.2), Vec3(0.0, 1.0, 0.0), false)};
    bodies[1].linear_velocity = Vec3(100.0, 0.0, 0.0);
    bodies[2].linear_velocity = Vec3(100.0, 0.0, 0.0);
    bodies[3].linear_velocity = Vec3(-100.0, 0.0, 0.0);
    const StudyScene scene = make_study_scene(scene_of(bodies, 0.1), false, bounded_settings(),
                                              std::nullopt, std::vector<std::string>{"semi_local"});
    const MotionBound bound(scene);
    const std::vector<RigidBody> rigid = make_rigid_bodies(scene);
    std::vector<Pose> starts;
    starts.reserve(rigid.size());
    for (const RigidBody& body : rigid) {
        starts.push_back(body.state.world_from_body);
    }
    const MotionEnds ends = bound.ends(rigid, starts, 0.1);
    // From -0.1 + 0.1 to 1.95 in front of the wall; the follower, 0.8 m behind, to the standing
    // one.
    CHECK(ends.shares[0] == 1.0);
    CHECK(ends.shares[1] == Approx(0.185).epsilon(1e-3));
    CHECK(ends.shares[2] == Approx(0.265).epsilon(1e-3));
    CHECK(ends.shares[3] == 1.0);
    REQUIRE(ends.stops.size() == 2);
    CHECK(ends.stops[0].body_b == 1);
    CHECK(ends.stops[1].body_b == 2);
}

TEST_CASE("twenty cubes that are dropped come to rest on the floor", "[bound]") {
    const std::string generator = GENERATE("semi_local", "closest_points");
    std::vector<BodySetup> bodies{
        box_body("floor", Vec3(20.0, 0.2, 20.0), Vec3(0.0, -0.1, 0.0), true)};
    for (int i = 0; i < 20; ++i) {
        const double height = 0.01 * std::pow(50.0, i / 19.0);
        const int row = i / 5;
        bodies.push_back(box_body("cube_" + std::to_string(i), Vec3(0.1, 0.1, 0.1),
                                  Vec3(0.4 * (i % 5), 0.05 + height, 0.4 * row), false));
    }
    SceneRun run(scene_of(bodies, 0.02), generator);
    for (int i = 0; i < 50; ++i) {
        run.simulation.step();
    }
    for (int b = 1; b <= 20; ++b) {
        INFO(b);
        CHECK(run.center(b).y() == Approx(0.05).margin(1e-3));
        CHECK(run.simulation.bodies()[b].state.linear_velocity.norm() < 1e-3);
    }
}

TEST_CASE("a wall is not passed at 100 m/s by a body that is not convex", "[bound]") {
    std::vector<BodySetup> bodies{
        box_body("wall", Vec3(0.02, 4.0, 4.0), Vec3(0.0, 0.0, 0.0), true),
        box_body("hook", Vec3(1.0, 1.0, 1.0), Vec3(-1.2, 0.0, 0.0), false)};
    BodySetup& hook = bodies[1];
    hook.shape = TrianglesShape{make_ell(Vec3(0.5, 0.5, 0.2))};
    hook.linear_velocity = Vec3(100.0, 3.0, 0.0);
    hook.angular_velocity = Vec3(0.0, 30.0, 20.0);
    SceneRun run(scene_of(bodies, 0.02), "semi_local");
    for (int i = 0; i < 40; ++i) {
        run.simulation.step();
        REQUIRE(run.center(1).x() < 0.0);
    }
}

TEST_CASE("contacts that are added keep the order of the bodies", "[bound]") {
    // Generators look the last step's contacts up by that order.
    std::vector<BodySetup> bodies{
        box_body("floor", Vec3(4.0, 0.2, 4.0), Vec3(0.0, -0.1, 0.0), true)};
    for (int i = 0; i < 3; ++i) {
        BodySetup cube = box_body("cube_" + std::to_string(i), Vec3(0.2, 0.2, 0.2),
                                  Vec3(0.6 * i - 0.6, 0.5 + 0.3 * i, 0.0), false);
        cube.linear_velocity = Vec3(0.0, -100.0, 0.0);
        cube.angular_velocity = Vec3(3.0, 2.0, 5.0);
        bodies.push_back(cube);
    }
    SceneRun run(scene_of(bodies, 0.01), "vertex_only");
    int added = 0;
    for (int i = 0; i < 30; ++i) {
        const StepRecord record = run.simulation.step();
        added += record.stop_contacts;
        CHECK(std::ranges::is_sorted(record.contacts, {}, [](const ContactPoint& contact) {
            return std::pair(contact.body_a, contact.body_b);
        }));
    }
    CHECK(added > 0);
}

TEST_CASE("bodies that fly side by side do not stop each other", "[bound]") {
    std::vector<BodySetup> bodies{
        box_body("one", Vec3(1.0, 1.0, 1.0), Vec3(0.0, 0.0, 0.0), false),
        box_body("other", Vec3(1.0, 1.0, 1.0), Vec3(1.001, 0.0, 0.0), false)};
    for (BodySetup& body : bodies) {
        body.linear_velocity = Vec3(300.0, 400.0, 0.0);
    }
    SceneRun run(scene_of(bodies, 0.02), "semi_local");
    for (int i = 0; i < 5; ++i) {
        CHECK(run.simulation.step().stops.empty());
    }
    CHECK(run.center(1).x() - run.center(0).x() == Approx(1.001));
}

TEST_CASE("bodies that are deep in each other at the start are let go on", "[bound]") {
    std::vector<BodySetup> bodies{
        box_body("block", Vec3(1.0, 1.0, 1.0), Vec3(0.0, 0.0, 0.0), true),
        box_body("inside", Vec3(0.5, 0.5, 0.5), Vec3(0.3, 0.0, 0.0), false)};
    bodies[1].linear_velocity = Vec3(10.0, 0.0, 0.0);
    const StudyScene scene = make_study_scene(scene_of(bodies, 0.1), false, bounded_settings(),
                                              std::nullopt, std::vector<std::string>{"semi_local"});
    const std::vector<RigidBody> rigid = make_rigid_bodies(scene);
    const MotionEnds ends = MotionBound(scene).ends(
        rigid, std::vector{rigid[0].state.world_from_body, rigid[1].state.world_from_body}, 0.1);
    CHECK(ends.stops.empty());
    CHECK(ends.shares[1] == 1.0);
}

TEST_CASE("a body that turns a thousand times in a step stays on its side", "[bound]") {
    std::vector<BodySetup> bodies{
        box_body("wall", Vec3(0.02, 4.0, 4.0), Vec3(0.0, 0.0, 0.0), true),
        box_body("stick", Vec3(1.0, 0.05, 0.05), Vec3(-0.8, 0.0, 0.0), false)};
    bodies[1].linear_velocity = Vec3(100.0, 0.0, 0.0);
    bodies[1].angular_velocity = Vec3(0.0, 1e5, 6e5);
    SceneRun run(scene_of(bodies, 0.01), "semi_local");
    for (int i = 0; i < 3; ++i) {
        run.simulation.step();
        REQUIRE(run.center(1).x() < 0.0);
    }
}

TEST_CASE("motions that are not finite are refused before the first step", "[bound]") {
    const double bad = GENERATE(std::numeric_limits<double>::infinity(), kUnset);
    const bool turns = GENERATE(false, true);
    TestCase scene = bullet_and_sheet(true);
    (turns ? scene.bodies[1].angular_velocity : scene.bodies[1].linear_velocity).x() = bad;
    CHECK_THROWS_AS(SceneRun(scene, "semi_local"), Error);
}

TEST_CASE("random bodies do not leave their room at any speed", "[bound]") {
    // The first of the trials that docs/results/bound_trials.md counts.
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const BoundTrial trial = make_bound_trial(seed);
        const BoundOutcome outcome =
            run_bound_trial(trial, seed % 2 == 0 ? "semi_local" : std::string(kNoContacts));
        INFO(trial_name(trial));
        CHECK_FALSE(outcome.passed_through);
        CHECK_FALSE(outcome.gained_energy);
    }
}

TEST_CASE("the bound refuses to go with corrections of positions that it does not see", "[bound]") {
    StudySettings settings = bounded_settings();
    settings.solver.stabilization = Stabilization::Post;
    CHECK_THROWS_AS(SceneRun(bullet_and_sheet(true), "semi_local", settings), UsageError);
}

TEST_CASE("a core is inside its solid by the margin on every side", "[bound]") {
    const ConvexParts box = make_convex_part(make_box(Vec3(1.0, 0.2, 2.0)), Vec3::Zero(), 1e9);
    REQUIRE(box.cores.size() == 1);
    CHECK(box.margins[0] == Approx(kMarginShare * 0.2));
    const Vec3 corner = box.cores[0].centre + farthest_offset(box.cores[0], Vec3(1.0, 1.0, 1.0));
    CHECK(corner.isApprox(Vec3(0.5, 0.1, 1.0) - Vec3::Constant(box.margins[0]), 1e-12));
    CHECK(make_convex_part(make_box(Vec3(1.0, 0.2, 2.0)), Vec3::Zero(), 0.01).margins[0] ==
          Approx(kMarginShare * 0.01));
}
