#pragma once

#include <limits>
#include <span>
#include <vector>

#include "generators/semi_local/candidates/pair_frame.h"
#include "methods/base/boxes/bounding_box.h"

namespace touchstone::semi_local {

// Corners of one body that are sunk in a facet of the other. Of a fine mesh only those near the
// facet's plane and the other body are looked at.

/// A box that holds all.
inline const BoundingBox kEverywhere{Vec3::Constant(-std::numeric_limits<double>::infinity()),
                                     Vec3::Constant(std::numeric_limits<double>::infinity())};

/// Returns the corners of B less than `height` [m] above a facet of A, within a box in B's frame,
/// in ascending order; perhaps others as well. `list` holds them.
std::span<const int> corners_of_b_below(const PairFrame& frame, int facet_of_a, double height,
                                        const BoundingBox& within, std::vector<int>& list);

/// Returns the same of corners of A and a facet of B, within a box in A's frame.
std::span<const int> corners_of_a_below(const PairFrame& frame, int facet_of_b, double height,
                                        const BoundingBox& within, std::vector<int>& list);

/// Returns the box in B's frame around all of A, with room for rounding.
BoundingBox box_of_a(const PairFrame& frame);

/// Returns the box in A's frame around all of B, with room for rounding.
BoundingBox box_of_b(const PairFrame& frame);

}  // namespace touchstone::semi_local
