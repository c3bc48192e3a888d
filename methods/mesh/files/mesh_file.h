#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// What a mesh file says, as it says it: nothing is corrected, merged or left out, so elements and
/// vertices count from 0 in the order of the file. Vertex indices may be out of range (never
/// below -1) and coordinates not finite: `inspect` tells.
/// Two exceptions. STL has no vertices of its own: corners with exactly equal coordinates become
/// one, in order of first appearance. Beside tets, faces only mark their boundary and are left out,
/// as points and lines are everywhere.
struct MeshFile {
    std::string format;                     ///< name of the format: "STL, binary"
    std::vector<Vec3> vertices;             ///< vertices in double precision [m]
    std::vector<std::array<int, 3>> faces;  ///< faces; empty when there are tets
    std::vector<std::array<int, 4>> tets;   ///< corners in the order of TetMesh
};

/// Receives the share of the work that is done, in [0, 1], on the calling thread. False asks to
/// stop.
using MeshProgress = std::function<bool(double share)>;

/// Reads .obj, .stl, .ply, .off, .msh (Gmsh 2 and 4), .mesh (Medit), .node or .ele (TetGen, both
/// files), .vtk (legacy) or .vtu; the ending says which. docs/formats/meshes.md lists what each may
/// hold. All else is refused by name. Polygons with more than three corners are cut into triangles,
/// see add_polygons; elements then count these.
/// No claim of the file takes memory that its size does not back.
/// Throws FileError with file, line or byte, element and remedy. Stopped by `progress`, the mesh is
/// empty and means nothing.
MeshFile read_mesh(const std::filesystem::path& path, const MeshProgress& progress = {});

}  // namespace touchstone
