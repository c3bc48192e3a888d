#include "methods/base/boxes/box_sweep.h"

#include <algorithm>

namespace touchstone {
namespace {

/// The data that the sweep reads, side by side in memory.
struct SweptBox {
    BoundingBox bounds;
    int body;
    bool fixed;
};

int sweep_axis(std::span<const BodyBox> boxes) {
    BoundingBox lowers;
    for (const BodyBox& box : boxes) {
        extend(lowers, {box.bounds.lower, box.bounds.lower});
    }
    int axis = 0;
    (lowers.upper - lowers.lower).maxCoeff(&axis);
    return axis;
}

}  // namespace

std::vector<ElementPair> overlapping_bodies(std::span<const BodyBox> boxes, double margin) {
    if (boxes.empty()) {
        return {};
    }
    std::vector<SweptBox> order;
    order.reserve(boxes.size());
    for (int i = 0; i < std::ssize(boxes); ++i) {
        order.push_back({boxes[i].bounds, i, boxes[i].fixed});
    }
    const int axis = sweep_axis(boxes);
    std::sort(order.begin(), order.end(), [axis](const SweptBox& a, const SweptBox& b) {
        const double lower_a = a.bounds.lower[axis];
        const double lower_b = b.bounds.lower[axis];
        return lower_a != lower_b ? lower_a < lower_b : a.body < b.body;
    });
    std::vector<ElementPair> pairs;
    for (auto first = order.begin(); first != order.end(); ++first) {
        const BoundingBox grown = inflated(first->bounds, margin);
        for (auto second = first + 1;
             second != order.end() && second->bounds.lower[axis] <= grown.upper[axis]; ++second) {
            if (!(first->fixed && second->fixed) && overlap(grown, second->bounds)) {
                const auto [a, b] = std::minmax(first->body, second->body);
                pairs.push_back({a, b});
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const ElementPair& p, const ElementPair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    });
    return pairs;
}

}  // namespace touchstone
