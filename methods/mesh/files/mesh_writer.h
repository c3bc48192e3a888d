#pragma once

#include <filesystem>
#include <string>

#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

/// Throws UsageError unless meshes can be written to a file of this name: .off and .obj hold faces,
/// .mesh (Medit) faces or tets.
void check_mesh_ending(const std::filesystem::path& path, bool has_tets);

/// Returns the name that `read_mesh` gives to the format of such a file: "OFF".
std::string mesh_format(const std::filesystem::path& path);

/// Returns the mesh as a file of that name holds it: in the same order, with numbers that read back
/// to the same bits.
std::string mesh_text(const MeshFile& mesh, const std::filesystem::path& path);

}  // namespace touchstone
