#include "testcases/motion/simulation.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "generators/local/settings/closest_points_settings.h"
#include "generators/pair_fault.h"
#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/motion_summary.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;

namespace {

StudyScene make_scene(const std::string& case_name, const std::string& generator,
                      const StudySettings& settings) {
    return make_study_scene(case_name, settings, std::nullopt, std::vector{generator});
}

/// Returns settings with few sweeps, since the tested properties hold for any number.
StudySettings few_sweeps(Profile profile = Profile::Corrected) {
    StudySettings settings = make_study_settings(profile);
    settings.solver.max_sweeps = 50;
    return settings;
}

void check_same_bits(const std::vector<ContactPoint>& a, const std::vector<ContactPoint>& b) {
    REQUIRE(a.size() == b.size());
    for (int i = 0; i < std::ssize(a); ++i) {
        REQUIRE(a[i].position == b[i].position);
        REQUIRE(a[i].normal == b[i].normal);
        REQUIRE(a[i].separation == b[i].separation);
        REQUIRE(a[i].feature_a == b[i].feature_a);
        REQUIRE(a[i].feature_b == b[i].feature_b);
    }
}

void check_same_bits(const StepRecord& a, const StepRecord& b) {
    CHECK(a.step == b.step);
    CHECK(a.time == b.time);
    check_same_bits(a.contacts, b.contacts);
    REQUIRE(a.impulses.size() == b.impulses.size());
    for (int i = 0; i < std::ssize(a.impulses); ++i) {
        REQUIRE(a.impulses[i].normal == b.impulses[i].normal);
        REQUIRE(a.impulses[i].tangent == b.impulses[i].tangent);
        REQUIRE(a.impulses[i].binormal == b.impulses[i].binormal);
    }
    REQUIRE(a.bodies.size() == b.bodies.size());
    for (int i = 0; i < std::ssize(a.bodies); ++i) {
        REQUIRE(a.bodies[i].world_from_body.translation == b.bodies[i].world_from_body.translation);
        REQUIRE(a.bodies[i].world_from_body.rotation.coeffs() ==
                b.bodies[i].world_from_body.rotation.coeffs());
        REQUIRE(a.bodies[i].linear_velocity == b.bodies[i].linear_velocity);
        REQUIRE(a.bodies[i].angular_velocity == b.bodies[i].angular_velocity);
    }
    CHECK(a.energy.kinetic == b.energy.kinetic);
    CHECK(a.solve.residuals == b.solve.residuals);
}

/// The addition of contacts and gravity to the momentum of the bodies that can move, and the size
/// of the terms of that sum.
struct Push {
    Vec3 sum = Vec3::Zero();
    double size = 0.0;
};
Push push_of(const StepRecord& record, const std::vector<RigidBody>& bodies,
             const SolverSettings& solver) {
    Push push;
    const auto add = [&](const Vec3& impulse) {
        push.sum += impulse;
        push.size += impulse.norm();
    };
    for (const RigidBody& body : bodies) {
        if (!body.fixed) {
            add(body.mass * solver.time_step * solver.gravity);
        }
    }
    for (int i = 0; i < std::ssize(record.contacts); ++i) {
        const ContactPoint& contact = record.contacts[i];
        const Vec3 impulse = world_impulse(contact, record.impulses[i]);
        if (!bodies[contact.body_a].fixed) {
            add(-impulse);
        }
        if (!bodies[contact.body_b].fixed) {
            add(impulse);
        }
    }
    return push;
}

void check_cone(const StepRecord& record, double friction) {
    REQUIRE(record.impulses.size() == record.contacts.size());
    for (const ContactImpulse& impulse : record.impulses) {
        REQUIRE(impulse.normal >= 0.0);
        REQUIRE(std::hypot(impulse.tangent, impulse.binormal) <=
                friction * impulse.normal * (1.0 + 1e-12));
    }
}

RigidBody body_at(const Vec3& position, bool fixed = false) {
    RigidBody body;
    body.name = "body";
    body.state.world_from_body.translation = position;
    body.mass = 1.0;
    body.inertia = Mat3::Identity();
    body.fixed = fixed;
    return body;
}

Quat turned(double degrees, const Vec3& axis) {
    return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis));
}

}  // namespace

TEST_CASE("every scene balances its momentum and keeps to the friction cone in every step",
          "[simulation][slow]") {
    const std::string generator = GENERATE("opposing", "closest_points");
    const StudySettings settings = few_sweeps(GENERATE(Profile::Corrected, Profile::Published));
    int pushed = 0;
    int scenes = 0;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group == kFieldCasesGroup) {
            continue;  // many are at rest: field_cases_test simulates those that move
        }
        if (entry.group == kElasticCasesGroup) {
            continue;  // barrier_motion_test simulates them
        }
        if (entry.group == kSmoothCasesGroup) {
            continue;  // event_motion_test simulates them
        }
        ++scenes;
        CAPTURE(entry.id, generator);
        const StudyScene scene = make_scene(entry.id, generator, settings);
        Simulation simulation(scene, generator, settings);
        for (int i = 0; i < 3; ++i) {
            const Momentum before = momentum(simulation.bodies());
            const StepRecord record = simulation.step();
            const Momentum after = momentum(simulation.bodies());
            const Push push = push_of(record, simulation.bodies(), simulation.solver());
            // Round-off of the sum, over the contacts and sweeps that made the velocities.
            const double size = push.size + before.linear.norm() + after.linear.norm();
            CHECK((after.linear - before.linear - push.sum).norm() <= 1e-12 * size);
            check_cone(record, simulation.solver().friction);
            CHECK(std::isfinite(record.energy.kinetic));
            CHECK(record.energy.kinetic >= 0.0);
            pushed += record.contacts.empty() ? 0 : 1;
        }
    }
    CHECK(3 * pushed > 5 * scenes);  // otherwise nearly only falling bodies were tested
}

TEST_CASE("the first query of a half-step case is the first contact search of its motion",
          "[simulation]") {
    const std::string name = GENERATE("sliding_spike", "sliding_wedge", "spikes", "wedges");
    const StudySettings settings = few_sweeps();
    const StudyScene scene =
        make_study_scene(name, settings, QueryPose::HalfStep, std::vector<std::string>{"opposing"});
    Simulation simulation(scene, "opposing", settings);
    const SceneQuery query = query_scene(scene, "opposing", settings, 1);
    const std::vector<RigidBody> start = simulation.bodies();
    const StepRecord record = simulation.step();
    check_same_bits(query.contacts, record.contacts);
    bool moved = false;
    for (int i = 0; i < std::ssize(start); ++i) {
        const Vec3 way =
            start[i].fixed
                ? Vec3::Zero().eval()
                : Vec3(0.5 * simulation.solver().time_step * start[i].state.linear_velocity);
        // None of these spins, so every point moves like the centre of mass.
        CHECK((query.world_from_shape[i].translation - start[i].state.world_from_body.translation -
               way)
                  .norm() < 1e-15);
        moved = moved || way.norm() > 1e-4;
    }
    CHECK(moved);
    // The stated pose is another one.
    const StudyScene stated =
        make_study_scene(name, settings, QueryPose::Initial, std::vector<std::string>{"opposing"});
    const SceneQuery initial = query_scene(stated, "opposing", settings, 1);
    for (int i = 0; i < std::ssize(start); ++i) {
        CHECK(initial.world_from_shape[i].translation ==
              start[i].state.world_from_body.translation);
    }
}

TEST_CASE("a later query is the contact search of that step, whatever the pose of the first",
          "[simulation]") {
    const StudySettings settings = few_sweeps();
    const StudyScene scene = make_scene("stack:boxes=3", "opposing", settings);
    Simulation simulation(scene, "opposing", settings);
    simulation.step();
    const StepRecord second = simulation.step();
    REQUIRE(!second.contacts.empty());
    check_same_bits(query_scene(scene, "opposing", settings, 2).contacts, second.contacts);
}

TEST_CASE("a body that would pass the floor before the first query meets it", "[simulation]") {
    TestCase drop;
    drop.id = "drop";
    drop.time_step = 0.02;
    BodySetup floor;
    floor.name = "floor";
    floor.shape = BoxShape{{1.0, 1.0, 1.0}};
    floor.world_from_shape.translation = Vec3(0.0, -0.5, 0.0);
    floor.fixed = true;
    BodySetup cube;
    cube.name = "cube";
    cube.shape = BoxShape{{0.02, 0.02, 0.02}};
    cube.world_from_shape.translation = Vec3(0.0, 0.02, 0.0);  // a centimetre above
    cube.linear_velocity = Vec3(0.0, -6.0, 0.0);               // 6 cm in half a step
    drop.bodies = {floor, cube};
    const std::string generator = "semi_local";
    StudySettings settings = few_sweeps();
    const StudyScene scene = make_study_scene(drop, false, settings, std::nullopt,
                                              std::array<std::string, 1>{generator});
    SECTION("and bounces there, not where it started") {
        settings.solver.restitution = 0.5;
        Simulation bouncing(scene, generator, settings);
        const StepRecord step = bouncing.step();
        CHECK(step.contacts.size() == 4);
        CHECK(step.query_poses[1].translation.y() == Approx(0.01).epsilon(1e-6));
        CHECK(bouncing.bodies()[1].state.linear_velocity.y() == Approx(0.5).margin(0.05));
    }
    SECTION("and stays there") {
        Simulation simulation(scene, generator, settings);
        const SceneQuery first = simulation.query();
        const StepRecord step = simulation.step();
        CHECK(step.contacts.size() == 4);
        check_same_bits(first.contacts, step.contacts);
        CHECK(step.query_poses[1].translation.y() == Approx(0.01).epsilon(1e-6));
        for (int i = 0; i < 20; ++i) {
            simulation.step();
        }
        CHECK(simulation.bodies()[1].state.world_from_body.translation.y() ==
              Approx(0.01).epsilon(1e-4));
    }
    // The scene's own first query is where the body gets to without a look, as the paper has it.
    StudyScene half_step = scene;
    half_step.pose = QueryPose::HalfStep;
    CHECK(query_scene(half_step, generator, settings, 1).world_from_shape[1].translation.y() ==
          Approx(-0.04).epsilon(1e-9));
}

TEST_CASE("a simulation resumed after any step goes on with the same bits", "[simulation]") {
    StudySettings settings = few_sweeps();
    settings.solver.warm_start = GENERATE(false, true);
    const StudyScene scene = make_scene("stack:boxes=3,twist=20", "growth", settings);
    Simulation straight(scene, "growth", settings);
    std::vector<StepRecord> records;
    records.reserve(5);
    for (int i = 0; i < 5; ++i) {
        records.push_back(straight.step());
    }
    REQUIRE(!records[4].contacts.empty());
    const int after = GENERATE(1, 3);
    Simulation resumed(scene, "growth", settings);
    resumed.resume_after(records[after - 1]);
    CHECK(resumed.steps() == after);
    for (int i = after; i < 5; ++i) {
        check_same_bits(resumed.step(), records[i]);
    }
}

TEST_CASE("a simulation gives the same bits with one thread and with two", "[simulation]") {
    const StudySettings settings = few_sweeps();
    const std::string generator = GENERATE("opposing", "intersection", "surface_sat");
    const StudyScene scene = make_scene("wall:layers=3,span=3", generator, settings);
    std::vector<StepRecord> records;
    for (const int threads : {1, 2}) {
        Arena(threads).execute([&] {
            Simulation simulation(scene, generator, settings);
            simulation.step();
            records.push_back(simulation.step());
        });
    }
    REQUIRE(!records[0].contacts.empty());
    check_same_bits(records[0], records[1]);
}

TEST_CASE("masonry stays at its contacts and its place under semi_local", "[simulation]") {
    // Warm, or cold with gaps that may close, overlap that is undone and sweeps that are kept.
    StudySettings settings = make_study_settings(Profile::Corrected);
    const bool warm = GENERATE(true, false);
    settings.solver.warm_start = warm;
    if (!warm) {
        settings.solver.gap = GapRule::Close;
        settings.solver.stabilization = Stabilization::Pre;
        settings.solver.min_penetration = 0.0;
        settings.solver.divergence_rule = DivergenceRule::Count;
    }
    const auto [name, contacts] = GENERATE(table<std::string, int>({{"pillar", 40}, {"arch", 56}}));
    const StudyScene scene = make_scene(name, "semi_local", settings);
    Simulation simulation(scene, "semi_local", settings);
    const std::vector<RigidBody> start = simulation.bodies();
    StepRecord record;
    for (int i = 0; i < 60; ++i) {
        record = simulation.step();
        CAPTURE(name, warm, i);
        CHECK(std::ssize(record.contacts) == contacts);
    }
    const MotionVerdict verdict = judge_motion(start, record.bodies, 1.0);
    CHECK(verdict.drift < 0.001);
    CHECK(verdict.tilt < 0.1);
}

TEST_CASE("what rests goes on resting where it is", "[simulation]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.solver.max_sweeps = 100;
    // The wall's last brick lies over an edge with its centre right above it.
    const auto [name, contacts, steps] = GENERATE(table<std::string, int, int>(
        {{"pillar", 40, 300}, {"wall", 852, 100}, {"stack:boxes=9", 68, 300}}));
    CAPTURE(name);
    const StudyScene scene = make_scene(name, "semi_local", settings);
    Simulation simulation(scene, "semi_local", settings);
    const std::vector<RigidBody> start = simulation.bodies();
    StepRecord record;
    for (int i = 0; i < steps; ++i) {
        record = simulation.step();
        CHECK(std::ssize(record.contacts) == contacts);
    }
    REQUIRE(record.bodies.size() == start.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Pose& before = start[i].state.world_from_body;
        const Pose& now = record.bodies[i].world_from_body;
        CHECK(now.translation == before.translation);
        CHECK(now.rotation.coeffs() == before.rotation.coeffs());
    }
}

TEST_CASE("a body without a usable mass or state is refused by name", "[simulation]") {
    const StudySettings settings = few_sweeps();
    TestCase test_case = load_test_case("stack:boxes=2", BodyOrder::LowerFirst);
    BodySetup& body = test_case.bodies.back();
    const std::string name = body.name;
    SECTION("NaN velocity") { body.linear_velocity.x() = kUnset; }
    SECTION("endless spin") { body.angular_velocity.z() = HUGE_VAL; }
    SECTION("speed beyond all digits") { body.linear_velocity.x() = 1e300; }
    SECTION("spin beyond all digits") { body.angular_velocity.y() = -1e20; }
    SECTION("no mass") { body.density = 0.0; }
    SECTION("NaN mass") { body.density = kUnset; }
    const StudyScene scene = make_study_scene(test_case, true, settings, std::nullopt,
                                              std::vector<std::string>{"opposing"});
    CHECK_THROWS_WITH(Simulation(scene, "opposing", settings), Catch::Contains(name));
}

TEST_CASE(
    "a hull too thin for its envelope is refused with whose triangles these are, and a setting",
    "[simulation]") {
    TestCase test_case = load_test_case("stack:boxes=2", BodyOrder::LowerFirst);
    BodySetup& body = test_case.bodies.front();
    body.shape = HullShape{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1e-3, 0}}};
    StudySettings settings = few_sweeps();
    settings.generators.at("closest_points").as<ClosestPointsSettings>().envelope = 0.9;
    CHECK_THROWS_WITH(make_study_scene(test_case, true, settings, std::nullopt,
                                       std::vector<std::string>{"closest_points"}),
                      Catch::Contains(body.name) && Catch::Contains("hull of the body's points") &&
                          Catch::Contains("'envelope'"));
}

TEST_CASE("count_statistics has the population's deviation", "[simulation]") {
    const std::array counts{1, 2, 3, 6};
    const CountStatistics statistics = count_statistics(counts);
    CHECK(statistics.mean == Approx(3.0));
    CHECK(statistics.min == 1);
    CHECK(statistics.max == 6);
    CHECK(statistics.deviation == Approx(std::sqrt(14.0 / 4.0)));
    CHECK(count_statistics({}).mean == 0.0);
    CHECK(count_statistics({}).deviation == 0.0);
    CHECK(count_statistics(std::array{7}).deviation == 0.0);
}

TEST_CASE("judge_motion finds the largest drift and tilt of the bodies that can move",
          "[simulation]") {
    std::vector<RigidBody> start{body_at(Vec3::Zero(), true), body_at({0.0, 1.0, 0.0}),
                                 body_at({0.0, 2.0, 0.0})};
    start[2].state.center_of_mass = {1.0, 0.0, 0.0};
    std::vector<BodyState> now;
    now.reserve(start.size());
    for (const RigidBody& body : start) {
        now.push_back(body.state);
    }
    CHECK(judge_motion(start, now, 2.0).stands);
    CHECK(judge_motion(start, now, 2.0).drift == 0.0);
    now[0].world_from_body.translation.x() = 5.0;  // fixed, so it does not count
    now[1].world_from_body.translation += Vec3(0.03, 0.0, 0.04);
    now[2].world_from_body.rotation = turned(-2.0, Vec3::UnitY());
    MotionVerdict verdict = judge_motion(start, now, 2.0);
    CHECK(verdict.drift == Approx(0.05));  // body 2: its centre came 2 sin 1° = 0.0349 m
    CHECK(verdict.drift_body == 1);
    CHECK(verdict.tilt == Approx(2.0));
    CHECK(verdict.tilt_body == 2);
    CHECK(verdict.stands);
    CHECK(!judge_motion(start, now, 0.9).stands);  // 0.05 of a lower scene is too much
    now[2].world_from_body.rotation = turned(kFallenTilt + 0.1, Vec3(1.0, 2.0, -2.0) / 3.0);
    verdict = judge_motion(start, now, 1e3);
    CHECK(verdict.tilt == Approx(kFallenTilt + 0.1));
    CHECK(!verdict.stands);
    // A quaternion and its opposite are one turn.
    now[2].world_from_body.rotation.coeffs() *= -1.0;
    CHECK(judge_motion(start, now, 1e3).tilt == Approx(kFallenTilt + 0.1));
    CHECK(judge_motion({&start[0], 1}, {&now[0], 1}, 1.0).drift_body == -1);
}

TEST_CASE("penetration is positive where bodies overlap", "[simulation]") {
    CHECK(!penetration({}));
    std::vector<ContactPoint> contacts(3);
    contacts[0].separation = -0.004;
    contacts[1].separation = 0.001;
    contacts[2].separation = 0.0;
    const Penetration depth = *penetration(contacts);
    CHECK(depth.min == -0.001);
    CHECK(depth.max == 0.004);
    CHECK(depth.mean == Approx(0.001));
}

TEST_CASE("a fault in the answer to one pair names its bodies", "[simulation]") {
    Generator faulty;
    faulty.id = "faulty";
    faulty.title = "Faulty";
    faulty.generate = [](const Collider&, const Collider&,
                         const Query&) -> std::vector<ContactPoint> {
        throw PairFault("its normal has length 2");
    };
    StudySettings settings = make_study_settings(Profile::Corrected);
    add_method(settings, faulty);
    const StudyScene scene = make_scene("spikes", "faulty", settings);
    CHECK_THROWS_WITH(query_scene(scene, "faulty", settings, 1),
                      "bodies 'lower_spike' and 'upper_spike': its normal has length 2");
    CHECK_THROWS_AS(query_scene(scene, "faulty", settings, 1), GeneratorFault);
}

TEST_CASE("sweeps end when nothing is left to change, where contacts are reported ahead",
          "[simulation]") {
    const auto last_solve = [](const std::string& generator, const StudySettings& settings) {
        const StudyScene scene = make_scene("stack:boxes=3", generator, settings);
        Simulation simulation(scene, generator, settings);
        for (int step = 1; step < 20; ++step) {
            simulation.step();
        }
        const Vec3 start = make_rigid_bodies(scene).back().state.world_from_body.translation;
        const StepRecord last = simulation.step();
        CHECK((last.bodies.back().world_from_body.translation - start).norm() < 1e-6);
        return last.solve;
    };
    StudySettings settings = make_study_settings(Profile::Corrected);
    const SolveReport stopped = last_solve("semi_local", settings);
    CHECK(stopped.stop == StopReason::Stagnation);
    CHECK(stopped.residuals.size() < 200);
    CHECK(stopped.error < 1e-6);
    assign(settings, {"solver", "stagnation_tolerance", "0"});
    CHECK(last_solve("semi_local", settings).stop == StopReason::AllSweeps);
    const StudySettings published = make_study_settings(Profile::Published);
    CHECK(last_solve("semi_local", published).stop == StopReason::AllSweeps);
}
