#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// Points, segments and triangles without an inside, in body frame [m]: an obstacle for methods
/// that know no sides. A vertex of no segment and no triangle is a point.
struct ThinMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 2>> segments;  ///< vertex indices of both ends
    std::vector<Triangle> triangles;           ///< vertex indices, in either order
};

/// Throws MeshError, naming the vertex or element, unless there is a vertex, every index is in
/// range and used once per element, every vertex finite and within 1e50 m, no triangle flat, and no
/// two points, segments or triangles at the same place.
void validate(const ThinMesh& mesh);

/// The solids that stand for a thin mesh where one is needed, as for drawing.
struct ThickenedMesh {
    TetMesh tets;                ///< a tet for each point, a prism for each segment and triangle,
                                 ///< which share no vertices
    std::vector<int> vertex_of;  ///< by vertex of the thin mesh: one in `tets` that is at it
};

/// Returns solids around the elements of a mesh. `thickness`: their diameter > 0 [m].
ThickenedMesh thicken(const ThinMesh& mesh, double thickness);

}  // namespace touchstone
