#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

struct SelfIntersections {
    std::vector<int> faces;                 ///< every triangle that meets another, ascending
    std::vector<std::array<int, 2>> pairs;  ///< for the first few faces, the first that each meets
};

/// Triangles that have more in common than the vertices and edges that they share; duplicates, with
/// all three vertices in common, aside. Exact. Indices must be in range, coordinates finite and no
/// triangle flat. Runs on all cores; the result does not depend on them. `progress`: the share that
/// is done, from the calling thread; false asks to stop, and then the result is empty.
SelfIntersections find_self_intersections(const SurfaceMesh& mesh, int max_pairs,
                                          const std::function<bool(double share)>& progress = {});

/// Of all such pairs the first, by the smaller index, then the larger.
std::optional<std::array<int, 2>> find_self_intersection(const SurfaceMesh& mesh);

}  // namespace touchstone
