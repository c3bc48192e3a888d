#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/mesh/health/edge_sides.h"

namespace touchstone {

/// Counts the fans at every vertex, by index. A fan is a largest set of faces at one vertex that
/// hang together across edges at it: a vertex in the middle of a surface has one, the tip where two
/// cones meet has two, and a vertex of no face none. `sides`: those of the faces that take part,
/// see sorted_edge_sides; others are in no fan.
std::vector<int> count_fans(std::span<const std::array<int, 3>> faces,
                            std::span<const EdgeSide> sides, const std::vector<bool>& takes_part,
                            int vertex_count);

}  // namespace touchstone
