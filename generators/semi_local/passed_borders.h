#pragma once

#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/semi_local.h"

namespace touchstone::semi_local {

// Corners that slide over the border of a facet within the step. One goes over a crease, the edge
// between two facets that meet in a hollow:
//
//      \ \   B             B slides down a ramp onto the floor. Its lower corner touches the ramp
//       \ \___             alone now, but the floor at the end of the step; its upper one leaves
//        \____\___         the ramp last, when the facets of B and the floor touch already.
//          A
//
// Now the facet that it lies on, or the region beside it, is enough to keep the solids apart, and a
// region of the floor ends at the crease, over which the corner comes only later. Without a contact
// of its own it goes straight on, into the floor.
//
// Likewise a corner that comes down on a facet, and in the same step goes on over its rim: from
// there on edges of the corner are held by the rim, over which they do not lie yet.

/// Finds the corners with contacts, and those of facets in regions, that go over a crease within
/// the step, each with the facet on which it arrives; and the edges that come to lie over a rim as
/// a corner passes it that has come down. In `workspace.ahead`: `candidates` and `points`.
void find_corners_over_borders(const PairFrame& frame, Workspace& workspace);

}  // namespace touchstone::semi_local
