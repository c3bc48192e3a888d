#pragma once

#include <array>
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
    /// A corner of a loop, and the edge that begins there.
    struct Node {
        LoopVertex vertex;
        int next = -1;  ///< number of the next corner
        int rest = -1;  ///< number of the corner from which the edge goes on beyond a cut
    };
    /// An edge of one polygon alone, from `low` to `high` along an axis.
    struct Edge {
        double low = 0.0;   ///< [m]
        double high = 0.0;  ///< [m]
        int node = -1;      ///< where it begins
    };
    /// Two edges with a strip between them.
    struct Pair {
        double width = 0.0;  ///< [m]
        int first = -1;      ///< where the edge of the first polygon begins
        int second = -1;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::array<std::vector<Edge>, 2> open;  ///< edges of each polygon that others may be beside
    std::vector<Pair> pairs;
    std::vector<bool> is_traced;
};

/// Parts the intersection of two polygons at strips between an edge of each that are no wider than
/// `widest`, and much longer than wide [m]. Where several edges fit, the nearest bound the strip.
void cut_strips(Loops& loops, double widest, StripCut& scratch);

}  // namespace touchstone::semi_local
