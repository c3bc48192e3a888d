#pragma once

#include <string>

#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// Checks the tets that TetGen has filled a surface with: validate(mesh), volumes add up to the
/// surface's, and with `Y` among the switches the surface is kept exactly: its vertices come first,
/// bit for bit, and its triangles are the outer faces of the tets. Throws FillingFailed that names
/// the vertex, triangle or tet. Both are in the same frame [m]; the surface must be valid.
void check_filling(const SurfaceMesh& surface, const TetMesh& mesh, const std::string& switches);

}  // namespace touchstone
