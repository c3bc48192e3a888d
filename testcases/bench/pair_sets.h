#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/local/kernel.h"

namespace touchstone {

/// Two tets of different bodies, world frame.
struct TimedTets {
    const PosedTet* a;
    const PosedTet* b;
};

/// The pairs of tets of a scene in the narrow phase, by their outcome. The scene is sunk into
/// itself by a ten-thousandth of its height, so that rounding does not decide which pairs touch.
struct PairSet {
    std::vector<CollisionShape> shapes;
    std::vector<SceneBody> bodies;
    std::vector<TimedTets> touching;
    std::vector<TimedTets> separated;
    std::int64_t body_pairs = 0;
    std::int64_t culled = 0;  ///< number of surface tet pairs of those bodies whose boxes do not
                              ///< overlap

    /// Returns both kinds: the mix of a query.
    std::vector<TimedTets> all() const;
};

/// Returns the pairs of "pillar" or "wall", made once. `closest`: of the eroded bodies, where tets
/// touch that come within reach of closest points.
const PairSet& pairs_of(const std::string& scene, bool closest);

/// Returns true for a kernel that needs eroded bodies and finds contacts between disjoint tets.
bool looks_across_gaps(const NamedKernel& kernel);

/// Runs a kernel with the settings of the profile `corrected` on all pairs. Returns the number of
/// contacts.
std::int64_t run_on_pairs(const NamedKernel& kernel, std::span<const TimedTets> pairs);

}  // namespace touchstone
