#pragma once

#include <filesystem>
#include <string>

namespace touchstone {

/// A script as it is read.
struct PlacedScript {
    std::filesystem::path place;
    std::string text;
};

/// Reads a script, or the one that it names as its only line. Throws FileError, as
/// read_scene_script does.
PlacedScript place_script(const std::filesystem::path& path);

/// Returns the place of the mesh that a script in `folder` calls `file`. Throws FileError, as
/// read_scene_script does.
std::filesystem::path find_script_mesh(const std::filesystem::path& folder,
                                       const std::string& file);

}  // namespace touchstone
