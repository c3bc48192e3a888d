#pragma once

#include "testcases/events/core_contacts.h"

namespace touchstone {

/// Returns the widest gap between two boxes with sharp edges as a contact: along the normal of a
/// face or across an edge of each, whichever separates them most, between the surfaces that are
/// farthest out. Its separation changes continuously as they move, and is negative only when they
/// overlap; then it is the shortest way out.
CoreContact box_gap(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                    const CorePart& core_b);

}  // namespace touchstone
