#pragma once

#include <compare>
#include <vector>

namespace touchstone {

/// A point of a plane, in its own coordinates.
struct PlanePoint {
    double x;  ///< [m]
    double y;  ///< [m]

    auto operator<=>(const PlanePoint&) const = default;
};

/// The corners of a polygon, in order around it.
using Loop = std::vector<PlanePoint>;

/// Returns the loop without corners that are no more than rounding: none is left within `tolerance`
/// [m] of its neighbour, or of the straight line through its two neighbours, and no spike narrower
/// than that. It begins at its lowest corner. Fewer than three corners: a sliver.
Loop without_small_corners(Loop loop, double tolerance);

}  // namespace touchstone
