#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/bindings/settings.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/study_scene.h"

namespace touchstone::python {

namespace py = pybind11;

/// A test case prepared for queries, and what it was made for.
struct Scene {
    std::string name;  ///< name of the case, as it was asked for
    StudySettings settings;
    std::vector<std::string> generators;  ///< ids of the generators that may be asked
    StudyScene study;
    std::vector<RigidBody> bodies;  ///< bodies at the start
    std::vector<Pose> query_poses;  ///< world_from_shape at the first query
};

/// The parts that a scene is made of.
struct SceneParts {
    TestCase test_case;
    std::string name;
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< pose of the bodies; nothing: the case's own
    std::vector<std::string> generators;
};
/// Prepares the scene for its generators. Throws what make_study_scene throws.
std::shared_ptr<Scene> make_scene(SceneParts parts);

/// The scene that is meant, and what is to be done with it.
struct SceneRequest {
    py::object test_case;  ///< a Scene, or an id or path of which one is made
    std::optional<Settings> settings;
    std::optional<std::string> pose;
    std::vector<std::string> generators;
};

/// Returns the scene that is meant. Throws UsageError when a Scene comes with other settings or
/// another pose than its own, or was not made for a generator; else what make_study_scene throws.
std::shared_ptr<Scene> find_scene(const SceneRequest& request);

/// Returns ids in the order given, each once; all there are for None. One id may stand alone.
std::vector<std::string> generator_ids(const py::object& generators);

/// Returns the names in an id, a path, or a list of them.
std::vector<std::string> case_names(const py::object& cases);

/// Issues warnings of Python, one for each line.
void warn(const std::vector<std::string>& lines);

}  // namespace touchstone::python
