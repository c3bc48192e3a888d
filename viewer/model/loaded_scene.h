#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/model/inspected_mesh.h"
#include "viewer/model/moment.h"
#include "viewer/model/scene_geometry.h"

namespace touchstone::viewer {

/// A request to open a scene.
struct OpenRequest {
    std::string name;       ///< id of a case, or path of a scene file or recording
    std::string generator;  ///< id; empty: the one of the recording
    std::string compared;   ///< id of a second generator; empty: none, or the same one
    /// Profile for the settings of the second generator. The bodies keep the order of the first
    /// one's profile, otherwise the two would not receive the same scene.
    std::optional<Profile> compared_profile;
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< placement that replaces the case's

    /// Returns true when a second side is compared.
    bool compares() const { return !compared.empty() || compared_profile.has_value(); }
};

/// The generator of one side of the picture, with its settings.
struct SideSetup {
    std::string generator;  ///< id
    StudySettings settings;
    std::string title;  ///< title: "Growth"; "Growth, published" when profiles are compared
};

/// A scene prepared for queries and drawing.
struct LoadedScene {
    OpenRequest request;
    StudyScene scene;
    std::optional<StudyScene> compared_scene;  ///< scene with the shapes of another profile
    std::vector<SideSetup> sides;              ///< one side, or two for a comparison
    SceneGeometry geometry;
    std::shared_ptr<const InspectedMesh> mesh;  ///< the mesh file that is shown; null: none is
    int recorded_steps = 0;                     ///< number of steps in the recording; 0: simulated
    std::vector<int> stop_steps;     ///< recorded steps in which motions ended at another body
    std::string recorded_generator;  ///< id; empty: simulated
    std::vector<std::string> notes;  ///< remarks on a mesh file, one line each

    /// Returns false for a mesh that bounds no solid: it is drawn, but has no contacts and cannot
    /// move.
    bool is_solid() const { return !mesh || mesh->bounds_solid(); }
};

/// Returns the scene of a side.
const StudyScene& scene_of(const LoadedScene& loaded, int side);

/// Returns true for the ending of a scene, a recording or a mesh.
bool is_shown_file(std::string_view name);
/// Returns true for a path, and false for the name of a case.
bool is_file_name(std::string_view name);

/// Adds the generator named in a recording to those of the settings, unless they contain it: an
/// external program, for instance. Its recorded contacts are then shown; run itself it finds none.
/// A file that is no recording is left for load_scene to refuse. To be called before any other
/// thread uses a recording.
void add_recorded_generator(StudySettings& settings, const std::string& file);

/// Returns the shapes for the side's generator.
const BodyShapes& shapes_of(const LoadedScene& loaded, int side);

/// Returns true for the ending of a mesh file, which is shown as a scene of one fixed body.
bool is_mesh_path(std::string_view name);

/// Loads, meshes and lays out a scene, which is slow for large scenes the first time. A mesh file
/// that bounds no solid is laid out as it is. Throws the errors of loading, and of filling for a
/// method.
LoadedScene load_scene(OpenRequest request);

}  // namespace touchstone::viewer
