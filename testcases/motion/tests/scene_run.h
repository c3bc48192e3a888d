#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone::testing {

/// Returns a box with its centre at `position`, in m.
inline BodySetup box_body(const std::string& name, const Vec3& size, const Vec3& position,
                          bool fixed) {
    BodySetup body;
    body.name = name;
    body.shape = BoxShape{size};
    body.world_from_shape = {Quat::Identity(), position};
    body.fixed = fixed;
    return body;
}

/// Returns a scene of these bodies, otherwise as by default.
inline TestCase scene_of(std::vector<BodySetup> bodies, double time_step) {
    TestCase scene;
    scene.id = "bound";
    scene.bodies = std::move(bodies);
    scene.time_step = time_step;
    return scene;
}

/// Returns settings whose steps end before bodies pass through each other, unless told otherwise.
inline StudySettings bounded_settings(StepBound bound = StepBound::Ccd) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.solver.step_bound = bound;
    settings.solver.max_sweeps = 100;
    return settings;
}

/// A scene with the contacts of one method, in motion.
struct SceneRun {
    StudySettings settings;
    StudyScene scene;
    Simulation simulation;

    SceneRun(const TestCase& test_case, const std::string& generator,
             const StudySettings& asked = bounded_settings())
        : settings(asked),
          scene(make_study_scene(test_case, false, settings, std::nullopt, std::vector{generator})),
          simulation(scene, generator, settings) {}

    Vec3 center(int body) const {
        const BodyState& state = simulation.bodies()[body].state;
        return state.world_from_body * state.center_of_mass;
    }
};

/// Returns a peg that falls into the notch of a body of three convex parts, 3 m in its one step.
inline TestCase peg_in_channel() { return read_scene(TOUCHSTONE_TEST_DATA "/peg_in_channel.json"); }

}  // namespace touchstone::testing
