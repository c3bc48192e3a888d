#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace touchstone::reports {

/// How the bodies of a new scene are placed.
enum class Placement {
    Stacked,  ///< each on the one before it, along y, centres over each other
    InPlace   ///< where the mesh files have them
};

/// A scene file made of meshes, to be edited.
struct NewScene {
    std::string text;
    std::vector<std::string> notes;  ///< what a person should look at, one line each
};

/// The first body is fixed. Of each pair whose boxes touch the truth is asked to be computed.
/// `folder`: where the file is to stand; the meshes lie in it or below. Throws UsageError where
/// they do not, and what read_scene throws for meshes that are no solids.
NewScene make_new_scene(const std::vector<std::string>& meshes, const std::filesystem::path& folder,
                        Placement placement);

}  // namespace touchstone::reports
