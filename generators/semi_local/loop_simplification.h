#pragma once

#include <vector>

#include "generators/semi_local/polygon_overlay.h"

namespace touchstone::semi_local {

/// What simplify_loop goes by.
struct LoopRules {
    double reach = kUnset;  ///< r: no point of the loop moves farther [m]
    double flat = kUnset;   ///< a vertex this close to its neighbours' chord is none [m]
    double angle = kUnset;  ///< unprotected vertices with a smaller turn may go [rad]
};

/// Takes from a loop what small errors of the bodies' places have put there, and leaves the corners
/// that are meant: those of the input polygons that are protected. The cheapest of these moves is
/// made until none is allowed or three vertices are left:
///  - flat: a vertex on the line through its neighbours goes;
///  - whisker: the tip of a fold without width goes;
///  - stub: an edge much shorter than the input edges it lies on becomes a point: its protected
///    end, else its middle.
void simplify_loop(std::vector<LoopVertex>& loop, const LoopRules& rules);

}  // namespace touchstone::semi_local
