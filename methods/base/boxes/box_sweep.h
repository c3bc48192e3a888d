#pragma once

#include <span>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_tree.h"

namespace touchstone {

/// The box of a body. Two fixed ones are no pair.
struct BodyBox {
    BoundingBox bounds;
    bool fixed = false;
};

/// Returns the pairs of boxes that overlap when one of the two is grown by `margin` [m]: indices
/// a < b, sorted by a, then b. Sweeps along the axis on which the boxes spread most.
std::vector<ElementPair> overlapping_bodies(std::span<const BodyBox> boxes, double margin = 0.0);

}  // namespace touchstone
