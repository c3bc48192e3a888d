#pragma once

#include <filesystem>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// A mesh that passed `inspect` and `validate`; one of the two is empty.
struct LoadedMesh {
    SurfaceMesh surface;                ///< surface of a file of faces
    TetMesh tets;                       ///< tets of a file of tets
    std::vector<MeshProblem> warnings;  ///< warnings to show, without notes
};

/// Inspects the mesh and turns it into one for use. Vertices that no element uses are left out, so
/// later ones move up; all other numbers stay. Throws FileError, led by `name`, that says every
/// error found on one line.
LoadedMesh load_mesh(const MeshFile& file, const std::filesystem::path& name);

}  // namespace touchstone
