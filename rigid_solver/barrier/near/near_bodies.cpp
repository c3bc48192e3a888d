#include "rigid_solver/barrier/near/near_bodies.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "rigid_solver/barrier/near/step_bound.h"

namespace touchstone {
namespace {

constexpr double kRoom = 1.0;      // motion in units of d̂ for which candidates hold [-]
constexpr double kShortWay = 0.5;  // share of that up to which a motion counts as short [-]

/// Returns the box around straight motions of points.
BoundingBox bounds_between(std::span<const Vec3> start, std::span<const Vec3> end) {
    BoundingBox box = bounds_of(start);
    extend(box, bounds_of(end));
    return box;
}

/// Returns the bodies of an entry, in order.
std::pair<int, int> bodies_of(const NearBodies& near) { return {near.a, near.b}; }

/// Returns what a body's points come to without their mean motion, which brings no part of it
/// nearer to another.
std::vector<Vec3> without_mean_motion(std::span<const Vec3> start, std::span<const Vec3> end) {
    Vec3 mean = Vec3::Zero();
    for (std::size_t i = 0; i < start.size(); ++i) {
        mean += (end[i] - start[i]) / static_cast<double>(start.size());
    }
    std::vector<Vec3> steady(end.begin(), end.end());
    for (Vec3& point : steady) {
        point -= mean;
    }
    return steady;
}

}  // namespace

double largest_motion(std::span<const Vec3> start, std::span<const Vec3> end) {
    double largest = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        largest = std::max(largest, (end[i] - start[i]).squaredNorm());
    }
    return std::sqrt(largest);
}

double NearBodies::nearest() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const BarrierPair& pair : pairs) {
        smallest = std::min(smallest, pair.way.squaredNorm());
    }
    return std::sqrt(smallest);
}

/// Finds the candidates of two bodies, or of one by itself: around the points where they are to
/// hold, or along one motion where they hold for that alone.
class NearList::Finder {
 public:
    Finder(std::span<const AffineBody> bodies, const BodyPoints& center, const BodyPoints& start,
           const BodyPoints& end, double dhat)
        : bodies_(bodies),
          still_{center, center, dhat + 2.0 * kRoom * dhat},
          moving_{start, end, dhat} {
        for (Placed* placed : {&still_, &moving_}) {
            placed->boxes.resize(bodies.size());
            placed->bounds.reserve(bodies.size());
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                placed->bounds.push_back(bounds_between(placed->start[i], placed->end[i]));
            }
        }
    }

    /// Returns the candidates of two bodies. `one_motion`: whether they hold for one motion alone.
    BarrierCandidates find(int a, int b, bool one_motion) {
        Placed& placed = one_motion ? moving_ : still_;
        const BarrierSurface& surface_a = bodies_[a].surface;
        const BarrierSurface& surface_b = bodies_[b].surface;
        BarrierCandidates candidates;
        if (a == b && one_motion) {
            const std::vector<Vec3> end = without_mean_motion(placed.start[a], placed.end[a]);
            candidates = find_self_candidates(
                surface_a, swept_boxes(surface_a, placed.start[a], end), placed.margin);
        } else if (a == b) {
            candidates = find_self_candidates(surface_a, boxes_of(placed, a), placed.margin);
        } else if (overlap(inflated(placed.bounds[a], placed.margin), placed.bounds[b])) {
            candidates = find_candidates(surface_a, boxes_of(placed, a), surface_b,
                                         boxes_of(placed, b), placed.margin);
        }
        if (!one_motion) {
            keep_near(surface_a, placed.start[a], surface_b, placed.start[b], placed.margin,
                      candidates);
        }
        return candidates;
    }

    /// Returns true for bodies that may touch: two of which one can move, or one by itself.
    bool may_touch(int a, int b) const {
        return a == b ? bodies_[a].meets_itself : !bodies_[a].fixed || !bodies_[b].fixed;
    }

 private:
    /// Bodies on the way between two placements, which may be the same.
    struct Placed {
        const BodyPoints& start;
        const BodyPoints& end;
        double margin;                      // distance up to which elements are candidates [m]
        std::vector<BoundingBox> bounds{};  // by body
        std::vector<BarrierBoxes> boxes{};  // by body, made when first asked for
    };

    const BarrierBoxes& boxes_of(Placed& placed, int i) {
        BarrierBoxes& boxes = placed.boxes[i];
        if (boxes.empty()) {
            boxes = swept_boxes(bodies_[i].surface, placed.start[i], placed.end[i]);
        }
        return boxes;
    }

    std::span<const AffineBody> bodies_;
    Placed still_;
    Placed moving_;
};

bool NearList::covers(std::span<const Vec3> center, std::span<const Vec3> points) const {
    return center.size() == points.size() && largest_motion(center, points) <= kRoom * dhat_;
}

// Entries of bodies that hold still are left in place, since each is some kilobytes long. New ones
// are merged in where there are any.
void NearList::replace_candidates(Finder& finder, std::span<const Hold> holds) {
    std::vector<NearBodies> fresh;
    const int count = static_cast<int>(holds.size());
    std::size_t at = 0;
    for (int a = 0; a < count; ++a) {
        for (int b = a; b < count; ++b) {
            const Hold least = std::max(holds[a], holds[b]);
            for (; at < near_.size() && bodies_of(near_[at]) < std::pair(a, b); ++at) {
            }
            if (least == Hold::Still || !finder.may_touch(a, b)) {
                continue;
            }
            BarrierCandidates candidates = finder.find(a, b, least == Hold::OneMotion);
            const bool is_known = at < near_.size() && bodies_of(near_[at]) == std::pair(a, b);
            if (!is_known && candidates.empty()) {
                continue;
            }
            NearBodies& entry = is_known ? near_[at] : fresh.emplace_back();
            entry.a = a;
            entry.b = b;
            entry.candidates = std::move(candidates);
            entry.has_pairs = false;
        }
    }
    if (fresh.empty()) {
        return;
    }
    std::vector<NearBodies> merged;
    merged.reserve(near_.size() + fresh.size());
    auto next = fresh.begin();
    for (NearBodies& entry : near_) {
        for (; next != fresh.end() && bodies_of(*next) < bodies_of(entry); ++next) {
            merged.push_back(std::move(*next));
        }
        if (!entry.candidates.empty()) {
            merged.push_back(std::move(entry));
        }
    }
    std::move(next, fresh.end(), std::back_inserter(merged));
    near_ = std::move(merged);
}

void NearList::cover(std::span<const AffineBody> bodies, const BodyPoints& start,
                     const BodyPoints& end, double dhat) {
    const std::size_t count = start.size();
    if (dhat != dhat_ || center_.size() != count) {
        dhat_ = dhat;
        near_.clear();
        at_.clear();
        center_.assign(count, {});
    }
    std::vector<Hold> holds(count, Hold::Still);
    for (std::size_t i = 0; i < count; ++i) {
        if (covers(center_[i], start[i]) && covers(center_[i], end[i])) {
            continue;
        }
        const bool is_short = largest_motion(start[i], end[i]) <= kShortWay * kRoom * dhat;
        holds[i] = is_short ? Hold::Anew : Hold::OneMotion;
        center_[i] = is_short ? start[i] : std::vector<Vec3>();
    }
    if (std::ranges::all_of(holds, [](Hold hold) { return hold == Hold::Still; })) {
        return;
    }
    Finder finder(bodies, center_, start, end, dhat);
    replace_candidates(finder, holds);
}

/// Returns which bodies are where the pairs were found.
std::vector<bool> NearList::at_same(const BodyPoints& points) const {
    std::vector<bool> is_same(points.size(), false);
    for (std::size_t i = 0; i < at_.size(); ++i) {
        is_same[i] = at_[i] == points[i];
    }
    return is_same;
}

bool NearList::is_at(const BodyPoints& points, double dhat) const {
    return dhat == dhat_ && at_ == points &&
           std::ranges::all_of(near_, [](const NearBodies& near) { return near.has_pairs; });
}

void NearList::find_pairs(std::span<const AffineBody> bodies, const BodyPoints& points,
                          double dhat) {
    if (is_at(points, dhat)) {
        return;
    }
    const std::vector<bool> is_same = at_same(points);
    for (NearBodies& near : near_) {
        if (near.has_pairs && is_same[near.a] && is_same[near.b]) {
            continue;
        }
        find_near_pairs(bodies[near.a].surface, points[near.a], bodies[near.b].surface,
                        points[near.b], near.candidates, dhat, memory_, near.pairs);
        near.has_pairs = true;
        near.has_barrier = false;
    }
    at_ = points;
}

double NearList::smallest_distance() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const NearBodies& bodies : near_) {
        smallest = std::min(smallest, bodies.nearest());
    }
    return smallest;
}

double NearList::bound(std::span<const AffineBody> bodies, const BodyPoints& start,
                       const BodyPoints& end, double dhat, double t_max) const {
    const std::vector<bool> is_same = at_same(start);
    double step = t_max;
    for (const NearBodies& near : near_) {
        const bool knows_pairs = near.has_pairs && is_same[near.a] && is_same[near.b];
        const MovingSurfaces moving{&bodies[near.a].surface, &bodies[near.b].surface,
                                    start[near.a],           end[near.a],
                                    start[near.b],           end[near.b]};
        const double motion = largest_motion(moving.start_a, moving.end_a) +
                              largest_motion(moving.start_b, moving.end_b);
        // Here step_bound would return `step`: it leaves a pair half of its distance, and its
        // estimate of speeds is at most twice the motion.
        const double nearest = std::min(near.nearest(), dhat);
        if (knows_pairs && 4.0 * motion <= nearest) {
            continue;
        }
        step = step_bound(moving, near.candidates, dhat, step);
    }
    return step;
}

std::optional<std::array<int, 2>> find_crossing_bodies(std::span<const AffineBody> bodies,
                                                       const BodyPoints& points, int& tests) {
    std::vector<BoundingBox> bounds;
    bounds.reserve(points.size());
    for (const std::vector<Vec3>& own : points) {
        bounds.push_back(bounds_of(own));
    }
    std::vector<BarrierBoxes> boxes(points.size());  // made for the bodies that need them
    const auto placed = [&](int i) {
        if (boxes[i].empty()) {
            boxes[i] = swept_boxes(bodies[i].surface, points[i], points[i]);
        }
        return PlacedSurface{&bodies[i].surface, points[i], &boxes[i]};
    };
    for (int i = 0; i < std::ssize(bounds); ++i) {
        for (int j = i + 1; j < std::ssize(bounds); ++j) {
            if ((bodies[i].fixed && bodies[j].fixed) || !overlap(bounds[i], bounds[j])) {
                continue;
            }
            if (find_crossing(placed(i), placed(j), tests)) {
                return std::array{i, j};
            }
        }
    }
    return std::nullopt;
}

std::string crossing_text(std::span<const AffineBody> bodies, const std::array<int, 2>& pair) {
    return "an edge crosses a face between bodies '" + bodies[pair[0]].name + "' and '" +
           bodies[pair[1]].name + "'";
}

}  // namespace touchstone
