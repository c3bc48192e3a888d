#include "methods/base/boxes/box_sweep.h"

#include <algorithm>
#include <limits>

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

/// Room around the box of a body in which it may move, as a share of the box's longest side [-]: a
/// compromise of pairs that are kept in vain, and queries for which pairs hold.
constexpr double kRoomShare = 0.02;
/// Queries in a row for which pairs do not hold, after which none are kept for a while.
constexpr int kMostMisses = 2;

double room_of(const BodyBox& box) {
    return kRoomShare * (box.bounds.upper - box.bounds.lower).maxCoeff();
}

/// Returns the largest room of a body that can move; infinity when none can.
double largest_room(std::span<const BodyBox> boxes) {
    double largest = -1.0;
    for (const BodyBox& box : boxes) {
        largest = box.fixed ? largest : std::max(largest, room_of(box));
    }
    return largest < 0.0 ? std::numeric_limits<double>::infinity() : largest;
}

bool contains(const BoundingBox& outer, const BoundingBox& inner) {
    return (outer.lower.array() <= inner.lower.array()).all() &&
           (inner.upper.array() <= outer.upper.array()).all();
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

bool KeptBodyPairs::hold(std::span<const BodyBox> boxes, double margin) const {
    if (boxes.size() != wide_.size() || margin > margin_) {
        return false;
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].fixed != wide_[i].fixed || !contains(wide_[i].bounds, boxes[i].bounds)) {
            return false;
        }
    }
    return true;
}

void KeptBodyPairs::keep(std::span<const BodyBox> boxes, double margin) {
    wide_.clear();
    wide_.reserve(boxes.size());
    // A wide ground needs no more room than what stands on it.
    const double most = largest_room(boxes);
    for (const BodyBox& box : boxes) {
        wide_.push_back({inflated(box.bounds, std::min(room_of(box), most)), box.fixed});
    }
    // The margin varies with what is far from the origin by roundings alone.
    constexpr double kMoreMargin = 1.001;
    margin_ = kMoreMargin * margin;
    pairs_ = overlapping_bodies(wide_, margin_);
}

/// Takes note of a query for which the kept pairs do not hold. Returns true when none are to be
/// kept in it.
bool KeptBodyPairs::take_pause() {
    if (pause_.take()) {
        return true;
    }
    if (++misses_ <= kMostMisses) {
        return false;
    }
    misses_ = 0;
    wide_.clear();
    pairs_.clear();
    pause_.lengthen();
    return pause_.take();  // the present query is the first of it
}

std::vector<ElementPair> KeptBodyPairs::overlapping(std::span<const BodyBox> boxes, double margin) {
    were_kept_ = !boxes.empty() && hold(boxes, margin);
    if (boxes.empty()) {
        return {};
    }
    if (were_kept_) {
        misses_ = 0;
        pause_.end();
    } else if (take_pause()) {
        return overlapping_bodies(boxes, margin);
    } else {
        keep(boxes, margin);
    }
    const int axis = sweep_axis(boxes);
    std::vector<ElementPair> pairs;
    pairs.reserve(pairs_.size());
    for (const ElementPair& pair : pairs_) {
        // The sweep grows the box that comes first along its axis; the last bit depends on it.
        const BoundingBox& a = boxes[pair.a].bounds;
        const BoundingBox& b = boxes[pair.b].bounds;
        const bool a_comes_first = a.lower[axis] <= b.lower[axis];
        if (a_comes_first ? overlap(inflated(a, margin), b) : overlap(inflated(b, margin), a)) {
            pairs.push_back(pair);
        }
    }
    return pairs;
}

}  // namespace touchstone
