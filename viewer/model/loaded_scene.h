#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/model/moment.h"
#include "viewer/model/scene_geometry.h"

namespace touchstone::viewer {

/// What a person wants to look at.
struct OpenRequest {
    std::string name;       ///< a case's id, a scene file's path or a recording's
    std::string generator;  ///< id; of a recording its own unless given
    std::string compared;   ///< id of a second generator; empty: none, or the same one
    /// The second one with the settings of this profile. The order of the bodies stays the first
    /// one's, or the two would not be asked about the same scene.
    std::optional<Profile> compared_profile;
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< instead of the case's

    bool compares() const { return !compared.empty() || compared_profile.has_value(); }
};

/// Who finds the contacts of one side of the picture, and how they are judged.
struct SideSetup {
    std::string generator;  ///< id
    StudySettings settings;
    std::string title;  ///< "Growth"; "Growth, published" when profiles are compared
};

/// A scene ready to be asked and drawn.
struct LoadedScene {
    OpenRequest request;
    StudyScene scene;
    std::optional<StudyScene> compared_scene;  ///< with the shapes of another profile
    std::vector<SideSetup> sides;              ///< one, or two when there is a comparison
    SceneGeometry geometry;
    int recorded_steps = 0;          ///< of a recording; 0: it is simulated
    std::string recorded_generator;  ///< id; empty: it is simulated
};

const StudyScene& scene_of(const LoadedScene& loaded, int side);

bool is_recording_path(std::string_view name);  ///< ends in ".h5" or ".hdf5"

/// Adds the method that a recording names to those of the settings, when they have none of that
/// name: a program, as of the league. Its contacts are then shown as they were recorded; asked
/// itself it finds none. A file that is no recording is left for load_scene to refuse. Before any
/// other thread looks at a recording.
void add_recorded_generator(StudySettings& settings, const std::string& file);

/// The shapes as the side's generator sees them.
const BodyShapes& shapes_of(const LoadedScene& loaded, int side);

/// Loads, meshes and lays out. Slow for large scenes the first time. Throws what loading throws.
LoadedScene load_scene(OpenRequest request);

}  // namespace touchstone::viewer
