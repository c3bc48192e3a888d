#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/generator.h"
#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// Asks a method again about the pairs of bodies that others strike, see StruckBodies, and puts
/// what it finds in the place of the contacts that these have. What a struck body meets may be
/// struck in turn: this goes on until nothing is asked about any more, in at most 8 rounds more
/// than there are bodies. What third bodies take away of the answers is dropped, see
/// drop_beside_third_bodies. `contacts`: those of `pairs`, both sorted by bodies, and they stay so.
/// Returns how many of the pairs asked about nobody had asked about before.
std::int64_t follow_blows(std::span<const SceneBody> bodies, std::span<const ElementPair> pairs,
                          const Generator& generator, const Query& query,
                          std::vector<ContactPoint>& contacts);

}  // namespace touchstone
