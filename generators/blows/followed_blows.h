#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/generator.h"
#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// The work of following blows.
struct BlowCounts {
    std::int64_t asked = 0;  ///< pairs that were asked about again, or for the first time
    std::int64_t added = 0;  ///< those of them that nobody had asked about
};

/// Asks a method again about the pairs of bodies that others strike, see StruckBodies, and puts
/// what it finds in the place of the contacts that these have. What a struck body meets may be
/// struck in turn: this goes on until nothing is asked about any more, in at most 8 rounds more
/// than there are bodies. `contacts`: those of `pairs`, both sorted by bodies, and they stay so.
/// Where `asked` is 0 no contact has changed.
BlowCounts follow_blows(std::span<const SceneBody> bodies, std::span<const ElementPair> pairs,
                        const Generator& generator, const Query& query,
                        std::vector<ContactPoint>& contacts);

}  // namespace touchstone
