#pragma once

#include <array>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

/// Returns true when the smallest height is below kSliver times the longest edge. Vertices must be
/// in range and finite, sizes between 1e-100 and 1e100.
bool is_sliver_face(std::span<const Vec3> vertices, const std::array<int, 3>& face);
/// Returns true when the same holds for the smallest height of a tetrahedron.
bool is_sliver_tet(std::span<const Vec3> vertices, const std::array<int, 4>& tet);

}  // namespace touchstone
