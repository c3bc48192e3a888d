#pragma once

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Returns true when the two have more in common than the vertices and edges that they share by
/// index. Exact; false where all three vertices are the same. Indices must be in range, coordinates
/// finite and neither triangle flat.
bool triangles_meet(const SurfaceMesh& mesh, const Triangle& first, const Triangle& second);

}  // namespace touchstone
