#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"

// The part of the mesh worker that cuts solids by CGAL; no other program has it.

namespace touchstone {

/// Returns the corners of the convex pieces into which walls along its concave edges cut a solid.
/// The walls are found by exact arithmetic, and corners are rounded at the end. Empty: the
/// triangles do not bound a solid. Throws what CGAL throws. Hachenberger [2009].
std::vector<std::vector<Vec3>> cut_by_walls(const std::vector<Vec3>& vertices,
                                            const std::vector<std::array<int, 3>>& triangles);

}  // namespace touchstone
