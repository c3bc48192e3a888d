#pragma once

#include <span>
#include <vector>

#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"

namespace touchstone {

/// The colliders of bodies of which some are outlines, for one thread. One is made of an outline
/// when a pair needs it, and kept while few others are: pairs come in the order of their bodies,
/// and neighbours mostly are not far from each other in it.
class PlacedBodies {
 public:
    explicit PlacedBodies(std::span<const SceneBody> bodies) : bodies_(bodies) {}

    /// The colliders of two bodies.
    struct Pair {
        const Collider& a;
        const Collider& b;
    };

    /// Returns both colliders of a pair, which hold until the next call.
    Pair of(const ElementPair& pair);

 private:
    /// Most colliders that are kept: a layer of a wall, 5 MB of bricks.
    static constexpr int kKept = 1024;

    const Collider& placed_at(int place, int body);

    std::span<const SceneBody> bodies_;
    std::vector<int> body_at_;         ///< body at each place; -1: none
    std::vector<Collider> colliders_;  ///< by place; the last one is of a body whose own is taken
                                       ///< by the other of its pair
};

}  // namespace touchstone
