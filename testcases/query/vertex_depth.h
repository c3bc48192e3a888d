#pragma once

#include <span>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Returns how far the deepest vertex of either body lies inside the other [m]: a measure of
/// overlap that needs no normal. 0: none is inside; bodies that cross at edges alone are not
/// noticed. Both surfaces must be closed and in one frame.
double deepest_vertex(std::span<const Vec3> vertices_a, std::span<const Triangle> triangles_a,
                      std::span<const Vec3> vertices_b, std::span<const Triangle> triangles_b);

}  // namespace touchstone
