#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The triangles of a surface that meet others, and how completely they were sought.
struct SelfIntersections {
    std::vector<int> faces;                 ///< triangles that meet another, ascending
    std::vector<std::array<int, 2>> pairs;  ///< first partner of each of the first few faces
    std::int64_t compared = 0;              ///< number of pairs near enough to be compared
    bool is_complete = true;                ///< false: too many, and not all have been compared
};

/// The most pairs that are looked at one by one: some seconds. Meshes of bodies have less than 20
/// for each face; what has more are long thin faces side by side, and faces that cross many others.
inline constexpr std::int64_t kMostCompared = std::int64_t{1} << 27;

/// Finds the triangles that have more in common than the vertices and edges that they share;
/// duplicates, with all three vertices in common, aside. Exact. Indices must be in range,
/// coordinates finite and no triangle flat. Runs on all cores; the result does not depend on them.
/// `progress`: the share that is done, from the calling thread; false asks to stop, and then the
/// result is empty. The time grows little faster than the number of triangles and of pairs
/// compared; it ends early, and says so, soon after `most_compared` of these.
SelfIntersections find_self_intersections(const SurfaceMesh& mesh, int max_pairs,
                                          const std::function<bool(double share)>& progress = {},
                                          std::int64_t most_compared = kMostCompared);

/// Finds the first of all such pairs, by the smaller index, then the larger.
std::optional<std::array<int, 2>> find_self_intersection(const SurfaceMesh& mesh);

}  // namespace touchstone
