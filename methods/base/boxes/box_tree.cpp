#include "methods/base/boxes/box_tree.h"

#include <limits>

#include "methods/base/parallel/parallel.h"

namespace touchstone {
namespace {

/// Elements or nodes from where on threads are worth starting.
constexpr int kMany = 1 << 15;

/// Calls work(begin, end) for ranges that make up all numbers below `count`, on several threads
/// where there are many.
template <typename Work>
void in_blocks(int count, const Work& work) {
    if (count < kMany) {
        work(0, count);
    } else {
        for_blocks(0, count, kMany / 8, work);
    }
}

/// Returns the numbers of nodes of the trees of `count` and of `count + 1` elements.
std::array<int, 2> node_counts(int count, int leaf_size) {
    if (count < leaf_size) {
        return {1, 1};
    }
    const auto [less, more] = node_counts(count / 2, leaf_size);
    const bool is_even = count % 2 == 0;
    return {count == leaf_size ? 1 : 1 + less + (is_even ? less : more),
            1 + more + (is_even ? less : more)};
}

/// The elements below one node that come near another box, sorted by number.
struct NearElements {
    int count = 0;
    std::array<int, kPairLeaf> elements;
    std::array<BoundingBox, kPairLeaf> boxes;
};

/// Collects the elements below a node of at most kPairLeaf elements whose boxes, grown by `margin`,
/// overlap `other`.
NearElements elements_near(const BoxTree& tree, std::span<const BoundingBox> boxes,
                           const BoxTree::Node& node, double margin, const BoundingBox& other) {
    std::array<int, kPairLeaf> near;
    NearElements found;
    for (int place = node.first; place < node.first + node.count; ++place) {
        if (overlap(inflated(boxes[place], margin), other)) {
            const int element = tree.elements()[place];
            int i = found.count++;
            for (; i > 0 && found.elements[i - 1] > element; --i) {
                found.elements[i] = found.elements[i - 1];
                near[i] = near[i - 1];
            }
            found.elements[i] = element;
            near[i] = place;
        }
    }
    for (int i = 0; i < found.count; ++i) {
        found.boxes[i] = inflated(boxes[near[i]], margin);
    }
    return found;
}

/// Returns 1 or 0 without a branch.
std::size_t in_order(double low, double high) { return low <= high ? 1 : 0; }

/// Appends the overlapping pairs. Free of branches, because the outcome of each comparison is
/// unpredictable here.
void append_overlapping(std::vector<ElementPair>& pairs, const NearElements& a,
                        const NearElements& b) {
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

BoxTree::BoxTree(std::span<const BoundingBox> element_boxes, int leaf_size)
    : elements_(element_boxes.size()) {
    if (elements_.empty()) {
        return;
    }
    std::vector<Placed> placed;
    placed.reserve(element_boxes.size());
    for (const BoundingBox& box : element_boxes) {
        placed.push_back({box.lower + box.upper, static_cast<int>(std::ssize(placed))});
    }
    nodes_.resize(node_counts(static_cast<int>(std::ssize(placed)), leaf_size)[0]);
    fill_node(placed, 0, 0, leaf_size);
    std::ranges::transform(placed, elements_.begin(), &Placed::element);
}

/// Fills the nodes of the elements from place `first` on, whose root has this index.
void BoxTree::fill_node(std::span<Placed> placed, int first, int index, int leaf_size) {
    const int count = static_cast<int>(std::ssize(placed));
    nodes_[index] = {first, count, -1};
    if (count <= leaf_size) {
        return;
    }
    BoundingBox centers;
    for (const Placed& each : placed) {
        extend(centers, {each.twice_center, each.twice_center});
    }
    int axis = 0;
    (centers.upper - centers.lower).maxCoeff(&axis);
    const auto comes_before = [axis](const Placed& x, const Placed& y) {
        const double at_x = x.twice_center[axis];
        const double at_y = y.twice_center[axis];
        return at_x != at_y ? at_x < at_y : x.element < y.element;
    };
    const int half = count / 2;
    std::nth_element(placed.begin(), placed.begin() + half, placed.end(), comes_before);
    const int right = index + 1 + node_counts(half, leaf_size)[0];
    nodes_[index].right = right;
    const auto fill_side = [&](int side) {
        if (side == 0) {
            fill_node(placed.first(half), first, index + 1, leaf_size);
        } else {
            fill_node(placed.subspan(half), first + half, right, leaf_size);
        }
    };
    if (count < kMany) {
        fill_side(0);
        fill_side(1);
    } else {
        for_all(2, fill_side);
    }
}

TreeBoxes refit(const BoxTree& tree, std::span<const BoundingBox> element_boxes) {
    TreeBoxes boxes;
    boxes.places.resize(tree.elements().size());
    in_blocks(static_cast<int>(std::ssize(boxes.places)), [&](int begin, int end) {
        for (int place = begin; place < end; ++place) {
            boxes.places[place] = element_boxes[tree.elements()[place]];
        }
    });
    refit_nodes(tree, boxes);
    return boxes;
}

void refit_nodes(const BoxTree& tree, TreeBoxes& boxes) {
    const std::span<const BoxTree::Node> nodes = tree.nodes();
    boxes.nodes.assign(nodes.size(), BoundingBox());
    in_blocks(static_cast<int>(std::ssize(nodes)), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const BoxTree::Node& node = nodes[i];
            for (int place = node.first; node.is_leaf() && place < node.first + node.count;
                 ++place) {
                extend(boxes.nodes[i], boxes.places[place]);
            }
        }
    });
    // Children are stored after their parents.
    for (int i = static_cast<int>(std::ssize(nodes)) - 1; i >= 0; --i) {
        const BoxTree::Node& node = nodes[i];
        if (!node.is_leaf()) {
            boxes.nodes[i] = boxes.nodes[i + 1];
            extend(boxes.nodes[i], boxes.nodes[node.right]);
        }
    }
}

std::vector<ElementPair> overlapping_elements(const BoxTree& a, const TreeBoxes& boxes_a,
                                              const BoxTree& b, const TreeBoxes& boxes_b,
                                              double margin) {
    std::vector<ElementPair> pairs;
    if (a.nodes().empty() || b.nodes().empty()) {
        return pairs;
    }
    // Each step down halves the elements of one node, and adds at most one open pair.
    constexpr int kMostOpen = 2 * std::numeric_limits<int>::digits + 1;
    std::array<ElementPair, kMostOpen> open;
    int open_count = 0;
    open[open_count++] = {0, 0};
    while (open_count > 0) {
        const ElementPair top = open[--open_count];
        const BoundingBox box_a = inflated(boxes_a.nodes[top.a], margin);
        const BoundingBox& box_b = boxes_b.nodes[top.b];
        if (!overlap(box_a, box_b)) {
            continue;
        }
        const BoxTree::Node& node_a = a.nodes()[top.a];
        const BoxTree::Node& node_b = b.nodes()[top.b];
        if (node_a.count <= kPairLeaf && node_b.count <= kPairLeaf) {
            append_overlapping(pairs, elements_near(a, boxes_a.places, node_a, margin, box_b),
                               elements_near(b, boxes_b.places, node_b, 0.0, box_a));
        } else if (node_a.count >= node_b.count) {
            open[open_count++] = {node_a.right, top.b};
            open[open_count++] = {top.a + 1, top.b};
        } else {
            open[open_count++] = {top.a, node_b.right};
            open[open_count++] = {top.a, top.b + 1};
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
