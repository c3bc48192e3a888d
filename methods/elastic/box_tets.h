#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// Makes a box centred at the origin of equal cells, each cut into the six tets around its
/// diagonal. `size`: full edge lengths [m], each > 0; `cells`: along each axis, each ≥ 1.
TetMesh make_box_tets(const Vec3& size, const std::array<int, 3>& cells);

/// Returns the number of cells along each axis with edges nearest to `edge` [m], at least 1.
std::array<int, 3> cells_of(const Vec3& size, double edge);

/// The faces that only one tet has, with the vertices that they use.
struct OuterSurface {
    SurfaceMesh surface;
    std::vector<int> vertex_of;  ///< number in the tets' vertices, by vertex of the surface
};
/// Returns them, in the order of the tets. The mesh must be valid.
OuterSurface outer_surface(const TetMesh& mesh);

}  // namespace touchstone
