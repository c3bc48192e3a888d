#pragma once

#include <filesystem>
#include <string_view>

namespace touchstone {

/// Returns the place, free of links, of what a file calls `file`, from its own folder. Throws
/// FileError when that, or a link, leads out of `root`, the folder or one above it. `what`: how a
/// message begins, "the mesh file".
std::filesystem::path place_inside(const std::filesystem::path& root,
                                   const std::filesystem::path& folder,
                                   const std::filesystem::path& file, std::string_view what);

/// Returns the place of a mesh, as place_inside does, and looks at the other file of TetGen's two
/// as well: the reader takes it beside the one that is named.
std::filesystem::path mesh_place_inside(const std::filesystem::path& root,
                                        const std::filesystem::path& folder,
                                        const std::filesystem::path& file);

}  // namespace touchstone
