#pragma once

#include <vector>

#include "generators/semi_local/overlay/polygon_overlay.h"

namespace touchstone::semi_local {

/// The thresholds of simplify_loop.
struct LoopRules {
    double reach = kUnset;  ///< r: largest distance that a point of the loop moves [m]
    double flat = kUnset;   ///< distance from its neighbours' chord
                            ///< below which a vertex is redundant [m]
    double angle = kUnset;  ///< turn below which unprotected vertices may be removed [rad]
};

/// Removes from a loop the artefacts of small errors in the bodies' placement, and keeps its true
/// corners: the protected ones of the input polygons. The cheapest of these moves is made until
/// none is allowed or three vertices are left:
/// - flat: a vertex on the line through its neighbours is removed;
/// - whisker: the tip of a fold without width is removed;
/// - stub: an edge much shorter than the input edges it lies on shrinks to a point: its protected
///   end, otherwise its middle.
void simplify_loop(std::vector<LoopVertex>& loop, const LoopRules& rules);

}  // namespace touchstone::semi_local
