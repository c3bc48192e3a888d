#include "methods/geometry/tet_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace touchstone {
namespace {

/// Puts the nodes of `elements` behind those of `nodes`; returns the index of their root.
int append_nodes(std::vector<TetTree::Node>& nodes, std::span<int> elements,
                 std::span<const BoundingBox> boxes) {
    const int index = static_cast<int>(std::ssize(nodes));
    nodes.emplace_back();
    nodes[index].leaf_count = static_cast<int>(std::ssize(elements));
    if (elements.size() == 1) {
        nodes[index].element = elements.front();
        return index;
    }
    BoundingBox centers;
    for (const int element : elements) {
        const Vec3 center = 0.5 * (boxes[element].lower + boxes[element].upper);
        extend(centers, {center, center});
    }
    int axis = 0;
    (centers.upper - centers.lower).maxCoeff(&axis);
    const auto comes_before = [&](int first, int second) {
        const double a = boxes[first].lower[axis] + boxes[first].upper[axis];
        const double b = boxes[second].lower[axis] + boxes[second].upper[axis];
        return a != b ? a < b : first < second;
    };
    const auto middle = elements.begin() + std::ssize(elements) / 2;
    std::nth_element(elements.begin(), middle, elements.end(), comes_before);
    const int left = append_nodes(nodes, {elements.begin(), middle}, boxes);
    const int right = append_nodes(nodes, {middle, elements.end()}, boxes);
    nodes[index].left = left;
    nodes[index].right = right;
    return index;
}

/// Below this many leaves on both sides comparing all with all takes less time than descending.
constexpr int kFewLeaves = 16;

/// Some leaves of a tree, by element.
struct Leaves {
    int count = 0;
    std::array<int, kFewLeaves> elements;
    std::array<BoundingBox, kFewLeaves> boxes;
};

/// The leaves below a node whose boxes, grown by `margin`, overlap `other`.
Leaves leaves_near(const TetTree& tree, std::span<const BoundingBox> boxes, int node, double margin,
                   const BoundingBox& other) {
    std::array<int, kFewLeaves> near;
    Leaves leaves;
    const int end = node + 2 * tree.nodes()[node].leaf_count - 1;
    for (int i = node; i < end; ++i) {
        if (tree.nodes()[i].left < 0 && overlap(inflated(boxes[i], margin), other)) {
            int place = leaves.count++;
            for (; place > 0 && tree.nodes()[near[place - 1]].element > tree.nodes()[i].element;
                 --place) {
                near[place] = near[place - 1];
            }
            near[place] = i;
        }
    }
    for (int i = 0; i < leaves.count; ++i) {
        leaves.elements[i] = tree.nodes()[near[i]].element;
        leaves.boxes[i] = inflated(boxes[near[i]], margin);
    }
    return leaves;
}

/// 1 or 0.
std::size_t in_order(double low, double high) { return low <= high ? 1 : 0; }

/// Without branches: whether two boxes overlap is anyone's guess here.
void append_overlapping(std::vector<ElementPair>& pairs, const Leaves& a, const Leaves& b) {
    std::size_t count = pairs.size();
    pairs.resize(count + a.count * b.count);
    for (int i = 0; i < a.count; ++i) {
        const BoundingBox& box = a.boxes[i];
        for (int j = 0; j < b.count; ++j) {
            const BoundingBox& other = b.boxes[j];
            pairs[count] = {a.elements[i], b.elements[j]};
            count += in_order(box.lower.x(), other.upper.x()) &
                     in_order(other.lower.x(), box.upper.x()) &
                     in_order(box.lower.y(), other.upper.y()) &
                     in_order(other.lower.y(), box.upper.y()) &
                     in_order(box.lower.z(), other.upper.z()) &
                     in_order(other.lower.z(), box.upper.z());
        }
    }
    pairs.resize(count);
}

}  // namespace

TetTree::TetTree(std::span<const BoundingBox> element_boxes) {
    if (element_boxes.empty()) {
        return;
    }
    std::vector<int> elements(element_boxes.size());
    std::iota(elements.begin(), elements.end(), 0);
    nodes_.reserve(2 * elements.size() - 1);
    append_nodes(nodes_, elements, element_boxes);
}

std::vector<BoundingBox> TetTree::refit(std::span<const BoundingBox> element_boxes) const {
    std::vector<BoundingBox> boxes(nodes_.size());
    for (int i = static_cast<int>(std::ssize(nodes_)) - 1; i >= 0; --i) {
        const Node& node = nodes_[i];
        if (node.left < 0) {
            boxes[i] = element_boxes[node.element];
        } else {
            boxes[i] = boxes[node.left];
            extend(boxes[i], boxes[node.right]);
        }
    }
    return boxes;
}

std::vector<ElementPair> overlapping_elements(const TetTree& a,
                                              std::span<const BoundingBox> boxes_a,
                                              const TetTree& b,
                                              std::span<const BoundingBox> boxes_b, double margin) {
    std::vector<ElementPair> pairs;
    if (boxes_a.empty() || boxes_b.empty()) {
        return pairs;
    }
    // Each step down halves the leaves of one node, and leaves one pair more open.
    constexpr int kMostOpen = 2 * std::numeric_limits<int>::digits + 1;
    std::array<ElementPair, kMostOpen> open;
    int open_count = 0;
    open[open_count++] = {0, 0};
    while (open_count > 0) {
        const ElementPair top = open[--open_count];
        if (!overlap(inflated(boxes_a[top.a], margin), boxes_b[top.b])) {
            continue;
        }
        const TetTree::Node& node_a = a.nodes()[top.a];
        const TetTree::Node& node_b = b.nodes()[top.b];
        if (node_a.leaf_count <= kFewLeaves && node_b.leaf_count <= kFewLeaves) {
            append_overlapping(
                pairs, leaves_near(a, boxes_a, top.a, margin, boxes_b[top.b]),
                leaves_near(b, boxes_b, top.b, 0.0, inflated(boxes_a[top.a], margin)));
        } else if (node_a.leaf_count >= node_b.leaf_count) {
            open[open_count++] = {node_a.right, top.b};
            open[open_count++] = {node_a.left, top.b};
        } else {
            open[open_count++] = {top.a, node_b.right};
            open[open_count++] = {top.a, node_b.left};
        }
    }
    const auto comes_before = [](const ElementPair& p, const ElementPair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    };
    if (!std::is_sorted(pairs.begin(), pairs.end(), comes_before)) {
        std::sort(pairs.begin(), pairs.end(), comes_before);
    }
    return pairs;
}

}  // namespace touchstone
