// Scenes of Li et al. [2020] in motion, and scenes that a script drives.

#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cases/script_cases.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/silent_pairs.h"
#include "testcases/recordings/recording.h"

using namespace touchstone;

namespace {

const std::string kSolver = "barrier";

StudySettings moving_settings() {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {kSolver, "moves", "on"});
    return settings;
}

TestCase pushed_scene() {
    return parse_scene(R"({"schema": "touchstone-scene-1", "name": "pushed", "gravity": [0, 0, 0],
        "friction": 0, "barrier": {"dhat": 1e-3, "accuracy": 1e-5},
        "bodies": [
        {"name": "ram", "shape": {"box": {"size": [0.2, 1, 1]}}, "position": [-0.7, 0, 0],
         "fixed": true, "driven": [{"velocity": [1, 0, 0], "until": 0.3}]},
        {"name": "cube", "shape": {"box": {"size": [1, 1, 1]}}, "density": 1000,
         "elastic": {"young": 1e5, "poisson": 0.3, "size": 0.5},
         "driven": [{"box": [[0.49, -1, -1], [0.51, 1, 1]]}]}]})",
                       "pushed.json", {});
}

/// The same with a rigid cube, which the obstacle pushes away.
TestCase rigid_pushed_scene() {
    TestCase scene = pushed_scene();
    scene.bodies[1].elastic.reset();
    scene.bodies[1].driven.clear();
    return scene;
}

StudyScene scene_of(TestCase test_case, const StudySettings& settings) {
    return make_study_scene(std::move(test_case), false, settings, std::nullopt,
                            std::vector{kSolver});
}

}  // namespace

TEST_CASE("unit scenes of incremental potential contact begin without fault", "[script]") {
    const StudySettings settings = moving_settings();
    for (const std::string id : {"ipc_01", "ipc_05", "ipc_14", "ipc_21", "ipc_24", "ipc_27",
                                 "ipc_tet_slots", "ipc_mass_ratio"}) {
        CAPTURE(id);
        const StudyScene scene = scene_of(make_script_case(id), settings);
        Simulation simulation(scene, kSolver, settings);
        for (int i = 0; i < 3; ++i) {
            const StepRecord record = simulation.step();  // throws for what may not be
            REQUIRE(record.deformation.has_value());
            CHECK(record.deformation->inverted == 0);
        }
    }
}

TEST_CASE("every built-in scene script can be set in motion", "[script]") {
    const StudySettings settings = moving_settings();
    for (const ScriptCase& each : all_script_cases()) {
        CAPTURE(each.id);
        if (each.id == "ipc_chain_35") {
            continue;  // as ipc_chain_10, and many times as long
        }
        const StudyScene scene = scene_of(make_script_case(each.id), settings);
        CHECK_NOTHROW(Simulation(scene, kSolver, settings));
    }
}

TEST_CASE("a script drives an obstacle against an elastic body that is held", "[script]") {
    const StudySettings settings = moving_settings();
    const StudyScene scene = scene_of(pushed_scene(), settings);
    Simulation simulation(scene, kSolver, settings);
    StepRecord record;
    for (int i = 0; i < 40; ++i) {
        record = simulation.step();
    }
    CHECK(record.query_poses[0].translation.x() == Approx(-0.4));  // it went 0.3 m
    CHECK(record.deformation->least_share < 0.95);                 // and the cube gave way
    CHECK_FALSE(record.contacts.empty());
}

TEST_CASE("an obstacle that a script turns far in a step is recorded with its spin", "[script]") {
    const StudySettings settings = moving_settings();
    TestCase turning = rigid_pushed_scene();
    turning.bodies[0].world_from_shape.translation.x() = -5.0;
    const Vec3 spin(0.0, 200.0, -20.0);  // 2 rad in a step of 10 ms
    turning.bodies[0].driven[0].motion = {.spin = spin, .until = 0.02};
    const StudyScene scene = scene_of(turning, settings);
    Simulation simulation(scene, kSolver, settings);
    for (const Vec3& expected : {spin, spin, Vec3(Vec3::Zero())}) {
        const StepRecord record = simulation.step();
        CHECK((record.bodies[0].angular_velocity - expected).norm() == 0.0);
        const BodyState& state = record.bodies[0];
        const Vec3 arm = state.world_from_body * state.center_of_mass;  // from the pivot
        CHECK((record.bodies[0].linear_velocity - expected.cross(arm)).norm() < 1e-9);
        CHECK(record.bodies[1].angular_velocity.norm() < 1e-9);
    }
    const Vec3 axis = spin.normalized();
    const Quat turn(Eigen::AngleAxisd(0.02 * spin.norm(), axis));
    CHECK(simulation.bodies()[0].state.world_from_body.rotation.angularDistance(turn) < 1e-9);
}

TEST_CASE("obstacles without an inside hold and push an elastic body of a scene", "[script]") {
    const StudySettings settings = moving_settings();
    const TestCase wires = parse_scene(R"({"schema": "touchstone-scene-1", "name": "wires",
        "friction": 0, "barrier": {"dhat": 1e-3},
        "bodies": [
        {"name": "wires", "fixed": true, "driven": [{"velocity": [0, 0.2, 0], "until": 0.1}],
         "shape": {"thin": {"thickness": 0.01, "segments": [[0, 1], [2, 3]], "triangles": [[4, 5, 6]],
          "vertices": [[-0.3, 0, -2], [-0.3, 0, 2], [0.3, 0, -2], [0.3, 0, 2],
                       [5, 0, 0], [6, 0, 0], [5, 0, 1]]}}},
        {"name": "cube", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0.51, 0],
         "density": 1000, "elastic": {"young": 1e6, "poisson": 0.3, "size": 0.5}}]})",
                                       "wires.json", {});
    CHECK(write_scene(parse_scene(write_scene(wires), "again.json", {})) == write_scene(wires));
    const StudyScene scene = scene_of(wires, settings);
    CHECK(scene.surfaces[0].triangles.size() == 3 * 8);  // three prisms
    Simulation simulation(scene, kSolver, settings);
    StepRecord record;
    for (int i = 0; i < 60; ++i) {
        record = simulation.step();
    }
    // The wires rose by 20 mm, and the cube rests on them.
    CHECK(record.query_poses[0].translation.y() == Approx(0.02));
    CHECK(record.query_poses[1].translation.y() == Approx(0.52).margin(0.02));
    CHECK(count_silent_pairs(scene, record.query_poses, {}, true) == 0);
    double force = 0.0;
    for (std::size_t i = 0; i < record.contacts.size(); ++i) {
        CHECK(record.contacts[i].separation > 0.0);
        force += record.impulses[i].normal * record.contacts[i].normal.y() / 0.01;
    }
    CHECK(force == Approx(9820.0).epsilon(0.02));
    TestCase sunk = wires;
    sunk.bodies[1].world_from_shape.translation.y() = 0.3;
    CHECK_THROWS_WITH(Simulation(scene_of(sunk, settings), kSolver, settings),
                      Catch::Contains("'wires'") && Catch::Contains("'cube'"));
}

TEST_CASE("settings of the barrier in a scene count unless they are assigned", "[script]") {
    const StudySettings settings = moving_settings();
    const StudySettings own = with_scene_solver(settings, pushed_scene());
    const auto text = [](const StudySettings& of) {
        for (const Assignment& each : assignments(setting_sections(of))) {
            if (each.owner == kSolver && each.option == "dhat") {
                return each.value;
            }
        }
        return std::string();
    };
    CHECK(text(own) == "0.001");
    StudySettings assigned = moving_settings();
    assign(assigned, {kSolver, "dhat", "0.01"});
    CHECK(text(with_scene_solver(assigned, pushed_scene())) == "0.01");
}

TEST_CASE("what a script cannot drive is refused in words", "[script]") {
    const StudySettings settings = moving_settings();
    TestCase empty = pushed_scene();
    empty.bodies[1].driven[0].box = {{Vec3::Constant(5.0), Vec3::Constant(6.0)}};
    CHECK_THROWS_WITH(Simulation(scene_of(empty, settings), kSolver, settings),
                      Catch::Contains("'cube'") && Catch::Contains("no vertex in the box"));
    TestCase missing = pushed_scene();
    missing.bodies[1].driven[0].box.reset();
    missing.bodies[1].driven[0].vertices = {1000};
    CHECK_THROWS_WITH(Simulation(scene_of(missing, settings), kSolver, settings),
                      Catch::Contains("vertex 1000 is not there"));
    StudySettings proximal = make_study_settings(Profile::Corrected);
    const std::string generator = "opposing";
    const StudyScene scene = make_study_scene(rigid_pushed_scene(), false, proximal, std::nullopt,
                                              std::vector{generator});
    Simulation simulation(scene, generator, proximal);
    CHECK_THROWS_WITH(simulation.step(), Catch::Contains("body 'ram' is driven by a script"));
}

namespace {

void check_same_driven_motion(const StepRecord& a, const StepRecord& b) {
    CAPTURE(a.step);
    REQUIRE(a.step == b.step);
    REQUIRE(a.barrier.has_value());
    REQUIRE(b.barrier.has_value());
    REQUIRE(a.barrier->bodies.size() == b.barrier->bodies.size());
    for (std::size_t i = 0; i < a.barrier->bodies.size(); ++i) {
        CHECK(a.barrier->bodies[i].placement == b.barrier->bodies[i].placement);
        CHECK(a.barrier->bodies[i].velocity == b.barrier->bodies[i].velocity);
    }
    REQUIRE(a.barrier->elastic.size() == b.barrier->elastic.size());
    for (std::size_t i = 0; i < a.barrier->elastic.size(); ++i) {
        CHECK(a.barrier->elastic[i].places == b.barrier->elastic[i].places);
        CHECK(a.barrier->elastic[i].velocities == b.barrier->elastic[i].velocities);
        CHECK(a.barrier->elastic[i].accelerations == b.barrier->elastic[i].accelerations);
    }
}

}  // namespace

TEST_CASE("a motion that a script drives goes on from its recording with the same bits",
          "[script]") {
    constexpr int kSteps = 20;
    StudySettings settings = moving_settings();
    const bool is_elastic = GENERATE(true, false);
    TestCase test_case = is_elastic ? pushed_scene() : rigid_pushed_scene();
    const bool accelerates = is_elastic && GENERATE(true, false);
    if (accelerates) {
        assign(settings, {kSolver, "integration", "newmark"});
    }
    test_case.bodies[0].driven[0].motion.until = 0.15;  // after contact, and after half of them
    const StudyScene scene = scene_of(test_case, settings);
    const testing::TemporaryFolder folder;
    const auto file = folder.path() / "run.h5";
    Simulation straight(scene, kSolver, settings);
    std::vector<StepRecord> records;
    records.reserve(kSteps);
    {
        RecordingHeader header;
        header.case_name = "pushed";
        header.scene = write_scene(test_case);
        header.generator = kSolver;
        header.settings = assignments(setting_sections(settings));
        header.holds_barrier = true;
        header.elastic = straight.elastic_rest();
        RecordingWriter writer = RecordingWriter::create(file, header, IfExists::Refuse);
        for (int i = 0; i < kSteps; ++i) {
            records.push_back(straight.step());
            writer.write(records.back());
        }
    }
    CHECK(straight.elastic_rest().accelerates == accelerates);
    CHECK_FALSE(records[kSteps / 2].contacts.empty());  // it pushes in the first step resumed
    CHECK(records.back().query_poses[0].translation.x() == Approx(-0.55));  // it went 0.15 m
    const Recording recording(file);
    const StudyScene recorded = scene_of(recording.test_case(), settings);
    Simulation resumed(recorded, kSolver, settings);
    resumed.resume_after(recording.read_step(kSteps / 2));
    for (int i = kSteps / 2; i < kSteps; ++i) {
        check_same_driven_motion(resumed.step(), records[i]);
    }
}

TEST_CASE("without accelerations Newmark's rule cannot be gone on with", "[script]") {
    StudySettings settings = moving_settings();
    assign(settings, {kSolver, "integration", "newmark"});
    const StudyScene scene = scene_of(pushed_scene(), settings);
    Simulation simulation(scene, kSolver, settings);
    StepRecord record = simulation.step();
    CHECK_NOTHROW(simulation.resume_after(record));
    record.barrier->elastic[1].accelerations.clear();
    CHECK_THROWS_WITH(simulation.resume_after(record),
                      Catch::Contains("Newmark") && Catch::Contains("body 'cube'"));
}

TEST_CASE("the reference's stiffness is refused where a script drives an obstacle", "[script]") {
    StudySettings settings = moving_settings();
    assign(settings, {kSolver, "stiffness", "reference"});
    CHECK_THROWS_WITH(
        Simulation(scene_of(rigid_pushed_scene(), settings), kSolver, settings),
        Catch::Contains("barrier.stiffness=reference") && Catch::Contains("with scripts"));
    TestCase still = rigid_pushed_scene();
    still.bodies[0].driven.clear();
    CHECK_NOTHROW(Simulation(scene_of(still, settings), kSolver, settings));
}

TEST_CASE("a script that leads too far in a step is refused by the body's name", "[script]") {
    const StudySettings settings = moving_settings();  // steps of 10 ms
    const int body = GENERATE(0, 1);
    const std::string name = body == 0 ? "'ram'" : "'cube'";
    const auto check = [&](const ScriptedMotion& motion, const std::string& words) {
        TestCase test_case = pushed_scene();
        test_case.bodies[body].driven[0].motion = motion;
        const StudyScene scene = scene_of(test_case, settings);
        if (words.empty()) {
            CHECK_NOTHROW(Simulation(scene, kSolver, settings));
        } else {
            CHECK_THROWS_WITH(Simulation(scene, kSolver, settings),
                              Catch::Contains(name) && Catch::Contains(words));
        }
    };
    check({.velocity = {1e20, 0.0, 0.0}}, "smaller velocity");
    check({.velocity = {0.0, -1e300, 0.0}}, "smaller velocity");
    check({.spin = {0.0, 1e-3, 0.0}, .pivot = {1e17, 0.0, 0.0}}, "nearer pivot");
    check({.spin = {0.0, 200.0 * 3.141592653589793, 0.0}}, "shorter steps");  // a whole turn
    check({.spin = {0.0, 0.0, 1e300}}, "shorter steps");
    check({.spin = {0.0, 0.0, -315.0}}, "more than half a turn");
    check({.velocity = {1e3, 0.0, 0.0}, .spin = {0.0, 0.0, 314.0}, .pivot = {1e3, 0.0, 0.0}}, "");
    check({.pivot = {1e17, 0.0, 0.0}}, "");  // which turns nothing
}
