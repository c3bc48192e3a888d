#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "methods/base/boxes/bounding_box.h"

namespace touchstone {

/// A binary bounding volume hierarchy over numbered elements: triangles, tets, features, whatever
/// has a box. It sorts the elements so that those below a node are consecutive; the place of an
/// element is its index in that order. The boxes are stored apart, so that one tree serves a body
/// in every pose; see TreeBoxes.
class BoxTree {
 public:
    /// A node of the tree; node 0 is the root. A node is followed by its left subtree, which begins
    /// at the next index, and then by its right subtree.
    struct Node {
        int first = 0;   ///< place of the first element below it
        int count = 0;   ///< number of elements below it
        int right = -1;  ///< index of the right child; -1: a leaf

        /// Returns true when the node has no children.
        bool is_leaf() const { return right < 0; }
    };

    BoxTree() = default;

    /// Splits at the median along the longest extent of the boxes' centers, down to leaves of at
    /// most `leaf_size` elements. The result depends on the boxes and their order alone. Many
    /// elements are split on several threads.
    BoxTree(std::span<const BoundingBox> element_boxes, int leaf_size);

    /// Returns the nodes in the order described at Node.
    std::span<const Node> nodes() const { return nodes_; }
    /// Returns the element at each place.
    std::span<const int> elements() const { return elements_; }

 private:
    /// An element on its way to its place. Its center stands beside it, since following indices
    /// takes most of the time of sorting.
    struct Placed {
        Vec3 twice_center;  ///< sum of the corners of its box
        int element = -1;
    };

    void fill_node(std::span<Placed> placed, int first, int index, int leaf_size);

    std::vector<Node> nodes_;
    std::vector<int> elements_;
};

/// The boxes of a tree in one pose.
struct TreeBoxes {
    std::vector<BoundingBox> nodes;   ///< box around all elements below each node
    std::vector<BoundingBox> places;  ///< box of the element at each place
};

/// Returns the boxes of a tree whose elements have moved to `element_boxes`.
TreeBoxes refit(const BoxTree& tree, std::span<const BoundingBox> element_boxes);

/// Finds the boxes of the nodes from those of the places, in the memory that is there.
void refit_nodes(const BoxTree& tree, TreeBoxes& boxes);

/// Calls `visit(place)` for every element at `first_place` or later whose box is wanted, in
/// ascending order of places. `wanted(box)` must be true for a box that holds one for which it is.
template <typename Wanted, typename Visit>
void visit_wanted(const BoxTree& tree, const TreeBoxes& boxes, int first_place,
                  const Wanted& wanted, const Visit& visit) {
    std::array<int, 64> open;  // halving 2^31 elements leaves one open sibling on each level
    int count = 0;
    if (!tree.nodes().empty()) {
        open[count++] = 0;
    }
    while (count > 0) {
        const int index = open[--count];
        const BoxTree::Node& node = tree.nodes()[index];
        const int end = node.first + node.count;
        if (end <= first_place || !wanted(boxes.nodes[index])) {
            continue;
        }
        if (!node.is_leaf()) {
            open[count++] = node.right;
            open[count++] = index + 1;
            continue;
        }
        for (int place = std::max(node.first, first_place); place < end; ++place) {
            if (wanted(boxes.places[place])) {
                visit(place);
            }
        }
    }
}

/// Calls `visit(place)` for every element at `first_place` or later whose box overlaps `box`, in
/// ascending order of places.
template <typename Visit>
void visit_overlapping(const BoxTree& tree, const TreeBoxes& boxes, const BoundingBox& box,
                       int first_place, const Visit& visit) {
    visit_wanted(
        tree, boxes, first_place, [&](const BoundingBox& other) { return overlap(other, box); },
        visit);
}

/// A pair of elements, one from each tree.
struct ElementPair {
    int a = -1;
    int b = -1;
};

/// Returns all pairs of elements whose boxes overlap when those of the first tree are grown by
/// `margin`, sorted by a, then b. The result depends on the elements' boxes alone, not on the shape
/// of the trees, whose leaves hold at most kPairLeaf elements.
std::vector<ElementPair> overlapping_elements(const BoxTree& a, const TreeBoxes& boxes_a,
                                              const BoxTree& b, const TreeBoxes& boxes_b,
                                              double margin);

/// The leaf size at which overlapping_elements is fastest: for so few elements on both sides,
/// comparing all with all costs less than descending.
inline constexpr int kPairLeaf = 16;

}  // namespace touchstone
