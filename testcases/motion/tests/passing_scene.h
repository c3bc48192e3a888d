#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone::testing {

/// A scene in motion under semi_local.
struct Passing {
    StudySettings settings = make_study_settings(Profile::Corrected);
    StudyScene scene;
    Simulation simulation;

    /// `members`: of a scene file, behind its schema and name.
    explicit Passing(const std::string& members, const std::vector<Assignment>& assignments = {})
        : settings(settings_with(assignments)),
          scene(make_study_scene(
              parse_scene(R"({"schema": "touchstone-scene-1", "name": "passing", )" + members + "}",
                          "passing.json", {}),
              false, settings, std::nullopt, std::vector<std::string>{"semi_local"})),
          simulation(scene, "semi_local", settings) {}

    static StudySettings settings_with(const std::vector<Assignment>& assignments) {
        StudySettings result = make_study_settings(Profile::Corrected);
        for (const Assignment& assignment : assignments) {
            assign(result, assignment);
        }
        return result;
    }
    const BodyState& last() const { return simulation.bodies().back().state; }
};

}  // namespace touchstone::testing
