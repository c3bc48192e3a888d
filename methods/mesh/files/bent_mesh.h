#pragma once

#include <filesystem>
#include <string>

#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

/// Polygons of a file that are not flat, see add_polygons.
struct BentPolygons {
    int count = 0;
    std::string first;  ///< place and size of the first of them
};

/// A mesh whose polygons that are not flat have been cut all the same.
struct BentMesh {
    MeshFile mesh;
    BentPolygons bent;
};

/// Reads a mesh as read_mesh does, but cuts also polygons that are not flat, each where it bends
/// least by the rule of add_polygons, and counts them. The shape is then partly ours: for a repair
/// that says so, and nothing else.
BentMesh read_bent_mesh(const std::filesystem::path& path, const MeshProgress& progress = {});

}  // namespace touchstone
