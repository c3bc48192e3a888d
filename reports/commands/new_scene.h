#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace touchstone::reports {

/// The ways to place the bodies of a new scene.
enum class Placement {
    Stacked,  ///< each on the one before it, along y, centres over each other
    InPlace   ///< the places that the mesh files give them
};

/// A scene file made of meshes, to be edited.
struct NewScene {
    std::string text;
    std::vector<std::string> notes;  ///< lines about what a person should look at
};

/// Makes the scene. Its first body is fixed; pairs whose boxes touch are to be judged by a computed
/// truth.
/// `folder`: that of the scene file; the meshes lie in it or below. Throws UsageError where they do
/// not, and what read_scene throws for meshes that are no solids.
NewScene make_new_scene(const std::vector<std::string>& meshes, const std::filesystem::path& folder,
                        Placement placement);

}  // namespace touchstone::reports
