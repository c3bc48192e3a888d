#pragma once

#include <array>
#include <optional>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Two triangles that have more in common than the vertices and edges that they share, or nothing
/// when the surface is free of that. Exact. Of several pairs, the first by the smaller index, then
/// the larger. Indices must be in range and no triangle flat.
std::optional<std::array<int, 2>> find_self_intersection(const SurfaceMesh& mesh);

}  // namespace touchstone
