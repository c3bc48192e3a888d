#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// Makes the tets of a box centred at the origin: equal cells, each cut into the six tets around
/// its diagonal. `size`: full edge lengths > 0 [m]; `cells`: number along each axis, at least 1.
TetMesh make_box_tets(const Vec3& size, const std::array<int, 3>& cells);

/// Returns the number of cells along each axis of a box of full edge lengths `size` [m] for which
/// their edges are nearest to `edge` [m], at least 1.
std::array<int, 3> cells_of(const Vec3& size, double edge);

/// The outer faces of a tet mesh, which only one tet has, with the vertices that they use.
struct OuterSurface {
    SurfaceMesh surface;         ///< faces with their normals outward
    std::vector<int> vertex_of;  ///< vertex of the tet mesh, by vertex of the surface
};
/// Returns the outer faces of a valid mesh, in the order of its tets.
OuterSurface outer_surface(const TetMesh& mesh);

}  // namespace touchstone
