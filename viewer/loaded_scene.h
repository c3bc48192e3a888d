#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/moment.h"
#include "viewer/scene_geometry.h"

namespace touchstone {

/// What a person wants to look at.
struct OpenRequest {
    std::string name;       ///< a case's id, a scene file's path or a recording's
    std::string generator;  ///< id; of a recording its own unless given
    std::string compared;   ///< id of a second generator; empty: none
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< instead of the case's
};

/// A scene ready to be asked and drawn.
struct LoadedScene {
    OpenRequest request;
    StudyScene scene;
    SceneGeometry geometry;
    int recorded_steps = 0;  ///< of a recording; 0: it is simulated
};

bool is_recording_path(std::string_view name);  ///< ends in ".h5" or ".hdf5"

/// The shapes as the generator sees them; it must be one that the scene was loaded for.
const BodyShapes& shapes_for(const LoadedScene& scene, const std::string& generator);

/// Loads, meshes and lays out. Slow for large scenes the first time. Throws what loading throws.
LoadedScene load_scene(OpenRequest request);

}  // namespace touchstone
