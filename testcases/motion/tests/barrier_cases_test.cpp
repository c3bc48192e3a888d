#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/motion_summary.h"
#include "testcases/motion/simulation.h"

using namespace touchstone;

namespace {

const std::string kMover = "barrier";

StudySettings settings_of_mover() {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {kMover, "moves", "on"});
    return settings;
}

StudyScene case_scene(const std::string& id, const StudySettings& settings) {
    return make_study_scene(id, settings, std::nullopt, std::vector{kMover});
}

/// Returns how many steps a case was moved, each of which converged and was proven free of
/// crossings: none where it was refused, which must name two bodies and their features.
int moved_steps(const std::string& id, int steps) {
    const StudySettings settings = settings_of_mover();
    const StudyScene scene = case_scene(id, settings);
    std::optional<Simulation> simulation;
    try {
        simulation.emplace(scene, kMover, settings);
    } catch (const Error& error) {
        const std::string text = error.what();
        CAPTURE(text);
        CHECK(text.find("the barrier solver cannot start where bodies overlap: edge ") !=
              std::string::npos);
        CHECK(text.find(" of body '") != text.rfind(" of body '"));
        CHECK(text.find(" meets face ") != std::string::npos);
        return 0;
    }
    for (int i = 0; i < steps; ++i) {
        const StepRecord record = simulation->step();  // throws for what may not be
        CHECK(std::isfinite(record.energy.kinetic));
    }
    return steps;
}

/// A box on a fixed floor of a density [kg/m³], resting exactly on it.
TestCase box_on_floor(const std::string& density) {
    return parse_scene(R"({"schema": "touchstone-scene-1", "name": "box", "bodies": [
        {"name": "floor", "shape": {"box": {"size": [4, 1, 4]}}, "position": [0, -0.5, 0],
         "fixed": true},
        {"name": "box", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0.5, 0],
         "density": )" + density +
                           "}]}",
                       "box.json", {});
}

/// Returns what has become of a case's bodies after so many steps.
MotionVerdict verdict_after(const std::string& id, const StudySettings& settings, int steps) {
    const StudyScene scene = case_scene(id, settings);
    Simulation simulation(scene, kMover, settings);
    const std::vector<RigidBody> start = simulation.bodies();
    for (int i = 0; i < steps; ++i) {
        simulation.step();  // throws for what may not be
    }
    std::vector<BodyState> now;
    for (const RigidBody& body : simulation.bodies()) {
        now.push_back(body.state);
    }
    return judge_motion(start, now, moving_height(scene, start, simulation.solver().gravity));
}

}  // namespace

TEST_CASE("every built-in case is moved by the barrier, or refused by bodies and features",
          "[barrier][slow]") {
    int moved = 0;
    int refused = 0;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group == kElasticCasesGroup || entry.id == "wall") {
            continue;  // barrier_motion_test and the test below move them
        }
        if (entry.group == kSmoothCasesGroup) {
            continue;  // most of them rebound, which event_motion_test has them do
        }
        CAPTURE(entry.id);
        const int steps = moved_steps(entry.id, 2);
        moved += steps > 0 ? 1 : 0;
        refused += steps > 0 ? 0 : 1;
        // Only scenes from the field begin with bodies that overlap.
        CHECK((steps > 0 || entry.group == kFieldCasesGroup));
    }
    CHECK(moved > 30);
    CHECK(refused > 5);
}

TEST_CASE("a stack whose boxes are turned against each other stands under the barrier",
          "[barrier]") {
    CHECK(moved_steps("stack:twist=45", 20) == 20);
}

TEST_CASE("the fundamental cases move at every time step without a step that does not converge",
          "[barrier]") {
    constexpr double kTime = 0.4;  // [s]
    for (const std::string& id : expand_cases(std::vector<std::string>{"fundamental"})) {
        for (const double time_step : {0.001, 0.01, 0.025, 0.04}) {
            CAPTURE(id, time_step);
            StudySettings settings = settings_of_mover();
            settings.time_step = time_step;
            const StudyScene scene = case_scene(id, settings);
            Simulation simulation(scene, kMover, settings);
            std::size_t most = 0;
            for (int i = 0; i < std::lround(kTime / time_step); ++i) {
                // Throws for a step that does not converge, or after which an edge crosses a face.
                most = std::max(most, simulation.step().solve.residuals.size());
            }
            CHECK(most > 0);
            CHECK(most < 100);
        }
    }
}

TEST_CASE("an arch stands with a friction of 0.4, and falls with one of 0.3", "[barrier][slow]") {
    for (const double friction : {0.4, 0.3}) {
        CAPTURE(friction);
        StudySettings settings = settings_of_mover();
        assign(settings, {kMover, "dhat", "1e-5"});
        settings.friction = friction;
        const MotionVerdict verdict = verdict_after("arch", settings, 300);
        CHECK(verdict.stands == (friction > 0.35));
    }
}

TEST_CASE("a pillar stands for a second at time steps from 1 to 100 ms", "[barrier]") {
    for (const double time_step : {0.001, 0.003, 0.01, 0.03, 0.1}) {
        for (const char* primitives : {"triangles", "facets"}) {
            StudySettings settings = settings_of_mover();
            assign(settings, {kMover, "primitives", primitives});
            settings.time_step = time_step;
            const MotionVerdict verdict =
                verdict_after("pillar", settings, static_cast<int>(std::lround(1.0 / time_step)));
            CAPTURE(time_step, primitives);
            CHECK(verdict.stands);
            // Each joint settles within the reach of 1e-4 m; triangles weigh a stone's corners
            // unevenly, and so tilt it.
            CHECK(verdict.drift < 4e-4);
            CHECK(verdict.tilt < (std::string(primitives) == "facets" ? 1e-8 : 1e-3));
        }
    }
}

TEST_CASE("the brick that is balanced on an edge tips, and without it a wall stands", "[barrier]") {
    const auto tilt = [](const std::string& id) {
        return verdict_after(id, settings_of_mover(), 100).tilt;
    };
    const double with = tilt("wall:layers=2,span=3");
    const double without = tilt("wall:layers=2,span=3,balanced=0");
    CHECK(without < 0.01);
    CHECK(with > 10.0 * without);
}

TEST_CASE("what the barrier's bodies cannot do is refused in words", "[barrier]") {
    StudySettings settings = settings_of_mover();
    const StudyScene scene = case_scene("pillar", settings);
    SECTION("an accuracy that cannot tell sliding from rest") {
        assign(settings, {kMover, "accuracy", "1e-6"});
        CHECK_THROWS_WITH(Simulation(scene, kMover, settings),
                          Catch::Contains("accuracy") && Catch::Contains("stick_speed"));
    }
    SECTION("a rebound") {
        assign(settings, {"solver", "restitution", "0.5"});
        CHECK_THROWS_WITH(
            Simulation(scene, kMover, settings),
            Catch::Contains("do not rebound") && Catch::Contains("solver.restitution=0"));
    }
}

TEST_CASE("a sheet that is thinner than the barrier's reach is refused by name", "[barrier]") {
    const StudySettings settings = settings_of_mover();
    const TestCase sheet =
        parse_scene(R"({"schema": "touchstone-scene-1", "name": "thin", "bodies": [
        {"name": "sheet", "shape": {"box": {"size": [1, 4e-5, 1]}}}]})",
                    "thin.json", {});
    const StudyScene scene =
        make_study_scene(sheet, false, settings, std::nullopt, std::vector{kMover});
    CHECK_THROWS_WITH(Simulation(scene, kMover, settings),
                      Catch::Contains("body 'sheet'") && Catch::Contains("give a smaller dhat"));
}

TEST_CASE("a body that its contacts strain is named in a warning", "[barrier]") {
    const StudySettings settings = settings_of_mover();
    const auto warning_at = [&](const std::string& density) {
        const StudyScene scene = make_study_scene(box_on_floor(density), false, settings,
                                                  std::nullopt, std::vector{kMover});
        Simulation simulation(scene, kMover, settings);
        for (int i = 0; i < 5; ++i) {
            simulation.step();
        }
        return simulation.warning();
    };
    // The pressure is half of 9.82 m/s² times density and height, and the strain that over 8e9 Pa.
    CHECK(warning_at("2000").empty());
    CHECK_THAT(warning_at("1e6"),
               Catch::Contains("body 'box' was strained") && Catch::Contains("shape_stiffness"));
}
