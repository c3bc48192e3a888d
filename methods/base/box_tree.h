#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "methods/base/bounding_box.h"

namespace touchstone {

/// A binary tree over numbered elements: triangles, tets, features, whatever has a box. It orders
/// the elements so that those below a node follow each other: each has a place in that order. The
/// boxes are not here, so that one tree serves a body in every pose; see TreeBoxes.
class BoxTree {
 public:
    /// Node 0 is the root. A node is followed by all nodes below its left child, whose index is the
    /// next, then by those below its right one.
    struct Node {
        int first = 0;   ///< place of the first element below it
        int count = 0;   ///< of elements below it
        int right = -1;  ///< index of the right child; -1: a leaf

        bool is_leaf() const { return right < 0; }
    };

    BoxTree() = default;

    /// Splits at the median along the longest extent of the boxes' centers, down to leaves of at
    /// most `leaf_size` elements. Depends on the boxes and their order alone.
    BoxTree(std::span<const BoundingBox> element_boxes, int leaf_size);

    std::span<const Node> nodes() const { return nodes_; }
    std::span<const int> elements() const { return elements_; }  ///< by place

 private:
    int append_node(std::span<const BoundingBox> boxes, int first, int count, int leaf_size);

    std::vector<Node> nodes_;
    std::vector<int> elements_;
};

/// The boxes of one pose.
struct TreeBoxes {
    std::vector<BoundingBox> nodes;   ///< by node, around all elements below it
    std::vector<BoundingBox> places;  ///< by place, of the element there
};

/// The boxes of a tree whose elements have moved to `element_boxes`.
TreeBoxes refit(const BoxTree& tree, std::span<const BoundingBox> element_boxes);

/// Calls `visit(place)` for every element from `first_place` on whose box overlaps `box`, in rising
/// order of places.
template <typename Visit>
void visit_overlapping(const BoxTree& tree, const TreeBoxes& boxes, const BoundingBox& box,
                       int first_place, const Visit& visit) {
    std::array<int, 64> open;  // halving 2^31 elements, one sibling waits on each level
    int count = 0;
    if (!tree.nodes().empty()) {
        open[count++] = 0;
    }
    while (count > 0) {
        const int index = open[--count];
        const BoxTree::Node& node = tree.nodes()[index];
        const int end = node.first + node.count;
        if (end <= first_place || !overlap(boxes.nodes[index], box)) {
            continue;
        }
        if (!node.is_leaf()) {
            open[count++] = node.right;
            open[count++] = index + 1;
            continue;
        }
        for (int place = std::max(node.first, first_place); place < end; ++place) {
            if (overlap(boxes.places[place], box)) {
                visit(place);
            }
        }
    }
}

/// A pair of elements, one of each tree.
struct ElementPair {
    int a = -1;
    int b = -1;
};

/// All pairs of elements whose boxes overlap after the first tree's are grown by `margin`, by a,
/// then b: a function of the elements' boxes alone, whatever the shape of
/// the trees, whose leaves hold at most kPairLeaf elements.
std::vector<ElementPair> overlapping_elements(const BoxTree& a, const TreeBoxes& boxes_a,
                                              const BoxTree& b, const TreeBoxes& boxes_b,
                                              double margin);

/// The size of leaves with which overlapping_elements takes the least time: with so few elements on
/// both sides comparing all with all is faster than descending.
inline constexpr int kPairLeaf = 16;

}  // namespace touchstone
