#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// The elements of one tet on the surface of the solid: bit i stands for face i (kTetFaces),
/// edge i (kTetEdges), vertex i. An edge or vertex counts when a surface face of the SAME tet ends
/// at it.
struct TetSurface {
    std::uint8_t faces = 0;     ///< set of faces, 4 bits
    std::uint8_t edges = 0;     ///< set of edges, 6 bits
    std::uint8_t vertices = 0;  ///< set of vertices, 4 bits
};

/// Finds, for each tet, the tet beyond each of its faces, or -1 where that face is on the surface.
std::vector<std::array<int, 4>> find_neighbors(const TetMesh& mesh);

/// Finds the elements of each tet on the surface, where a face is when no tet lies beyond it.
std::vector<TetSurface> find_surface(const TetMesh& mesh);

/// Returns the surface faces as a mesh: the vertices that lie on them in their order in the tet
/// mesh, triangles in the order of tets and faces.
SurfaceMesh boundary(const TetMesh& mesh);

}  // namespace touchstone
