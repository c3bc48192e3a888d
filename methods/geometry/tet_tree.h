#pragma once

#include <span>
#include <vector>

#include "methods/geometry/bounding_box.h"

namespace touchstone {

/// A binary tree over numbered elements. Built once from their boxes in body frame; the boxes of a
/// pose are refitted from below. Node 0 is the root; a node is followed by all of its left
/// child, then all of its right one.
class TetTree {
 public:
    struct Node {
        int left = -1;  ///< index of the left child, the right one is `right`; -1: a leaf
        int right = -1;
        int element = -1;    ///< of a leaf
        int leaf_count = 1;  ///< below this node, or itself: nodes index … index + 2 leaf_count - 2
    };

    TetTree() = default;

    /// One leaf per element; splits at the median along the longest axis.
    explicit TetTree(std::span<const BoundingBox> element_boxes);

    std::span<const Node> nodes() const { return nodes_; }

    /// One box per node for elements that have moved to `element_boxes`.
    std::vector<BoundingBox> refit(std::span<const BoundingBox> element_boxes) const;

 private:
    std::vector<Node> nodes_;
};

/// A pair of elements, one of each tree.
struct ElementPair {
    int a = -1;
    int b = -1;
};

/// All pairs of elements whose boxes overlap after the first tree's are grown by `margin`, by a,
/// then b: a function of the elements' boxes alone, whatever the shape of the trees. `boxes_*`: the
/// nodes' boxes, from refit.
std::vector<ElementPair> overlapping_elements(const TetTree& a,
                                              std::span<const BoundingBox> boxes_a,
                                              const TetTree& b,
                                              std::span<const BoundingBox> boxes_b, double margin);

}  // namespace touchstone
