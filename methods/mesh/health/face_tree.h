#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// The closed box around a triangle, in the mesh's frame.
struct FaceBox {
    Vec3 low;
    Vec3 high;
};

inline bool overlap(const FaceBox& a, const FaceBox& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

/// A binary tree over boxes, to find those that overlap another. Every face has a place; a node
/// stands for the places begin…end - 1.
class FaceTree {
 public:
    explicit FaceTree(std::vector<FaceBox> boxes);

    int face_at(int place) const { return faces_[place]; }
    const FaceBox& box(int face) const { return boxes_[face]; }

    /// Calls visit(place, face) for each face at `first_place` or later whose box overlaps `box`.
    template <typename Visit>
    void visit(const FaceBox& box, int first_place, const Visit& visit) const;

 private:
    static constexpr int kLeafSize = 4;

    struct Node {
        FaceBox box;
        int begin = 0;
        int end = 0;
        int right = -1;  ///< the left child stands behind its parent; -1: a leaf
    };

    int build(int begin, int end);

    std::vector<FaceBox> boxes_;
    std::vector<int> faces_;
    std::vector<Node> nodes_;
};

template <typename Visit>
void FaceTree::visit(const FaceBox& box, int first_place, const Visit& visit) const {
    std::array<int, 64> open;  // halving 2^31 faces, one sibling waits on each level
    int count = 0;
    if (!nodes_.empty()) {
        open[count++] = 0;
    }
    while (count > 0) {
        const int index = open[--count];
        const Node& node = nodes_[index];
        if (node.end <= first_place || !overlap(node.box, box)) {
            continue;
        }
        if (node.right >= 0) {
            open[count++] = node.right;
            open[count++] = index + 1;
            continue;
        }
        for (int place = std::max(node.begin, first_place); place < node.end; ++place) {
            if (overlap(boxes_[faces_[place]], box)) {
                visit(place, faces_[place]);
            }
        }
    }
}

}  // namespace touchstone
