#pragma once

#include <span>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/base/pause.h"

namespace touchstone {

/// The box of a body. Two fixed ones are no pair.
struct BodyBox {
    BoundingBox bounds;
    bool fixed = false;
};

/// Returns the pairs of boxes that overlap when one of the two is grown by `margin` [m]: indices
/// a < b, sorted by a, then b. Sweeps along the axis on which the boxes spread most.
std::vector<ElementPair> overlapping_bodies(std::span<const BodyBox> boxes, double margin = 0.0);

/// The pairs of boxes that move little from query to query: pairs of wider boxes are kept until a
/// box leaves its own. When boxes leave them again and again, none are kept for some queries.
class KeptBodyPairs {
 public:
    /// Returns the pairs of overlapping_bodies, in its order.
    std::vector<ElementPair> overlapping(std::span<const BodyBox> boxes, double margin);

    /// Returns true when the last pairs came of those that were kept.
    bool were_kept() const { return were_kept_; }

 private:
    bool hold(std::span<const BodyBox> boxes, double margin) const;
    bool take_pause();
    void keep(std::span<const BodyBox> boxes, double margin);

    std::vector<BodyBox> wide_;       ///< box of each body, with room around it
    std::vector<ElementPair> pairs_;  ///< pairs of these that overlap
    double margin_ = -1.0;            ///< margin for which they were found [m]
    bool were_kept_ = false;
    int misses_ = 0;  ///< queries in a row for which the kept pairs did not hold
    Pause pause_;     ///< after too many of these, in which none are kept
};

}  // namespace touchstone
