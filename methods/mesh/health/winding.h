#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/health/edge_sides.h"

namespace touchstone {

/// The faces that are not wound as those around a solid are: counter-clockwise seen from outside.
/// Lists are ascending.
struct WindingFaults {
    std::vector<int> disagreeing;  ///< faces that disagree with the rest of their shell
    std::vector<int> inward;       ///< faces of shells that agree, but enclose a negative volume
                                   ///< and are no cavity of an outward shell
    std::vector<int> undecided;    ///< faces of inward shells that may be cavities; which of them
                                   ///< are would take too long to tell
    bool orientable = true;        ///< false: some shell has one side only, and no turning of faces
                                   ///< makes it agree
    int shell_count = 0;           ///< number of all shells
};

/// Finds the faults of the faces that take part, shell by shell, see shells.h. `sides`: those of
/// these faces, see sorted_edge_sides. The signs are exact; for that the vertices must be scaled,
/// see scaled_vertices.
WindingFaults find_winding_faults(std::span<const Vec3> vertices,
                                  std::span<const std::array<int, 3>> faces,
                                  std::span<const EdgeSide> sides,
                                  const std::vector<bool>& takes_part);

}  // namespace touchstone
