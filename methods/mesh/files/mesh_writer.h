#pragma once

#include <filesystem>
#include <string>

#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

/// Throws UsageError unless meshes can be written to a file of this name: .off and .obj hold faces,
/// .mesh (Medit) faces or tets.
void check_mesh_ending(const std::filesystem::path& path, bool has_tets);

/// What `read_mesh` calls the format of a file of this name: "OFF".
std::string mesh_format(const std::filesystem::path& path);

/// The mesh as a file of that name holds it: same order, and numbers that read back to the same
/// bits.
std::string mesh_text(const MeshFile& mesh, const std::filesystem::path& path);

}  // namespace touchstone
