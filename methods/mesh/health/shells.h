#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/health/edge_sides.h"

namespace touchstone {

/// A set of faces that hang together across edges with two faces.
struct Shell {
    std::vector<int> faces;   ///< indices of its faces, ascending
    std::vector<int> turned;  ///< faces to turn for all to agree, the fewer ones
    bool orientable = true;   ///< false, as on a Möbius strip: no turning makes all agree, and
                              ///< `turned` are those at the edges where the disagreement is left
    bool closed = false;      ///< orientable, and with `turned` turned, every edge is passed as
                              ///< often each way
    int volume_sign = 0;      ///< sign of a closed shell's volume, likewise; 0 also when a
                              ///< coordinate is not finite
};

/// Finds all shells of the faces that take part, by their first faces. Of as many faces to turn as
/// to keep, those are turned that leave a closed shell outward, else not the first one.
std::vector<Shell> find_shells(std::span<const Vec3> vertices,
                               std::span<const std::array<int, 3>> faces,
                               std::span<const EdgeSide> sides,
                               const std::vector<bool>& takes_part);

/// Answer for a shell whose surroundings would take too long to find.
inline constexpr int kUnknownShell = -2;

/// Finds for each inward shell the first closed one, whose faces agree, that lies around it; -1:
/// none, or the shell is not inward. After so many faces in the way of rays, kUnknownShell for the
/// rest.
std::vector<int> find_shells_around(std::span<const Vec3> vertices,
                                    std::span<const std::array<int, 3>> faces,
                                    std::span<const Shell> shells,
                                    std::int64_t most_in_the_way = std::int64_t{1} << 26);

}  // namespace touchstone
