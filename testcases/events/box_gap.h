#pragma once

#include "testcases/events/core_contacts.h"

namespace touchstone {

/// Returns the widest gap between two boxes with sharp edges as a contact: along the normal of a
/// face or across an edge of each, whichever separates them most, between the surfaces that are
/// farthest out. Its separation changes continuously as they move, and is negative only when they
/// overlap; then it is the shortest way out. Both hold but for about 1e-6 of the boxes' size where
/// edges become parallel and no longer have an axis across them, see kParallelEdges; of boxes that
/// are apart the gap may change there by a share of itself.
CoreContact box_gap(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                    const CorePart& core_b);

}  // namespace touchstone
