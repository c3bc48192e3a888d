// Scenes of Li et al. [2020] in motion, and scenes that a script drives.

#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "testcases/cases/script_cases.h"
#include "testcases/files/scene_file.h"
#include "testcases/query/simulation.h"

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
    TestCase rigid = pushed_scene();
    rigid.bodies[1].elastic.reset();
    rigid.bodies[1].driven.clear();
    const std::string generator = "opposing";
    const StudyScene scene =
        make_study_scene(rigid, false, proximal, std::nullopt, std::vector{generator});
    Simulation simulation(scene, generator, proximal);
    CHECK_THROWS_WITH(simulation.step(), Catch::Contains("body 'ram' is driven by a script"));
}
