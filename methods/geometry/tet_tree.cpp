#include "methods/geometry/tet_tree.h"

#include <algorithm>
#include <numeric>

namespace touchstone {
namespace {

/// Puts the nodes of `elements` behind those of `nodes`; returns the index of their root.
int append_nodes(std::vector<TetTree::Node>& nodes, std::span<int> elements,
                 std::span<const BoundingBox> boxes) {
    const int index = static_cast<int>(std::ssize(nodes));
    nodes.emplace_back();
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
    std::vector<ElementPair> open{{0, 0}};
    while (!open.empty()) {
        const ElementPair top = open.back();
        open.pop_back();
        if (!overlap(inflated(boxes_a[top.a], margin), boxes_b[top.b])) {
            continue;
        }
        const TetTree::Node& node_a = a.nodes()[top.a];
        const TetTree::Node& node_b = b.nodes()[top.b];
        if (node_a.left < 0 && node_b.left < 0) {
            pairs.push_back({node_a.element, node_b.element});
        } else if (node_b.left < 0 || (node_a.left >= 0 && top.a <= top.b)) {
            open.push_back({node_a.right, top.b});
            open.push_back({node_a.left, top.b});
        } else {
            open.push_back({top.a, node_b.right});
            open.push_back({top.a, node_b.left});
        }
    }
    return pairs;
}

}  // namespace touchstone
