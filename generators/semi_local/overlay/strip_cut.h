#pragma once

#include <vector>

#include "generators/semi_local/overlay/polygon_overlay.h"

namespace touchstone::semi_local {

// Where the outlines of two facets run along each other, one body on either side, the bodies share
// a line and no area. A small error in their placement makes a strip of it, as wide as the error:
//
//      _______ A's edge _______         A strip by itself is left out as misfit. One that joins two
//     |       |________|       |        parts, or hangs on one, would give them corners that they
//     |       B's edge         |        do not have. A narrow part of one body has both its sides
//     |________      __________|        from that body, and stays.

/// The working memory of cut_strips.
struct StripCut {
    /// A corner of a loop and the number of the next one.
    struct Node {
        LoopVertex vertex;
        int next = -1;
    };
    std::vector<Node> nodes;
    std::vector<bool> is_traced;
};

/// Parts the intersection of two polygons at strips between an edge of each that are no wider than
/// `widest`, and much longer than wide [m].
void cut_strips(Loops& loops, double widest, StripCut& scratch);

}  // namespace touchstone::semi_local
