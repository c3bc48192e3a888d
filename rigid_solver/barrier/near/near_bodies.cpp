#include "rigid_solver/barrier/near/near_bodies.h"

#include <algorithm>
#include <cmath>
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

bool NearList::covers(const BodyPoints& points) const {
    if (center_.size() != points.size()) {
        return false;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!(largest_motion(center_[i], points[i]) <= kRoom * dhat_)) {
            return false;
        }
    }
    return true;
}

// The mean motion of the body is taken away, since it brings no part of it nearer to another.
void NearList::append_self(const BarrierSurface& surface, int body, std::span<const Vec3> start,
                           std::span<const Vec3> end, double margin) {
    Vec3 mean = Vec3::Zero();
    for (std::size_t i = 0; i < start.size(); ++i) {
        mean += (end[i] - start[i]) / static_cast<double>(start.size());
    }
    std::vector<Vec3> steady(end.begin(), end.end());
    for (Vec3& point : steady) {
        point -= mean;
    }
    BarrierCandidates candidates =
        find_self_candidates(surface, swept_boxes(surface, start, steady), margin);
    if (!candidates.empty()) {
        NearBodies& near = near_.emplace_back();
        near.a = body;
        near.b = body;
        near.candidates = std::move(candidates);
    }
}

void NearList::find_candidates_between(std::span<const AffineBody> bodies, const BodyPoints& start,
                                       const BodyPoints& end, double margin) {
    const int count = static_cast<int>(bodies.size());
    std::vector<BoundingBox> bounds(count);
    for (int i = 0; i < count; ++i) {
        bounds[i] = bounds_between(start[i], end[i]);
    }
    std::vector<BarrierBoxes> boxes(count);
    const auto boxes_of_body = [&](int i) -> const BarrierBoxes& {
        if (boxes[i].faces.nodes.empty()) {
            boxes[i] = swept_boxes(bodies[i].surface, start[i], end[i]);
        }
        return boxes[i];
    };
    near_.clear();
    for (int a = 0; a < count; ++a) {
        if (bodies[a].meets_itself) {
            append_self(bodies[a].surface, a, start[a], end[a], margin);
        }
        const BoundingBox grown = inflated(bounds[a], margin);
        for (int b = a + 1; b < count; ++b) {
            if ((bodies[a].fixed && bodies[b].fixed) || !overlap(grown, bounds[b])) {
                continue;
            }
            BarrierCandidates candidates = find_candidates(
                bodies[a].surface, boxes_of_body(a), bodies[b].surface, boxes_of_body(b), margin);
            if (!candidates.empty()) {
                NearBodies& bodies_near = near_.emplace_back();
                bodies_near.a = a;
                bodies_near.b = b;
                bodies_near.candidates = std::move(candidates);
            }
        }
    }
}

void NearList::cover(std::span<const AffineBody> bodies, const BodyPoints& start,
                     const BodyPoints& end, double dhat) {
    if (dhat == dhat_ && covers(start) && covers(end)) {
        return;
    }
    double longest = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        longest = std::max(longest, largest_motion(start[i], end[i]));
    }
    dhat_ = dhat;
    at_.clear();
    center_.clear();
    const double room = kRoom * dhat;
    if (!(longest <= kShortWay * room)) {
        find_candidates_between(bodies, start, end, dhat);
        return;
    }
    // Both elements of a pair may move by all of the room, towards each other.
    const double reach = dhat + 2.0 * room;
    find_candidates_between(bodies, start, start, reach);
    for (NearBodies& near : near_) {
        keep_near(bodies[near.a].surface, start[near.a], bodies[near.b].surface, start[near.b],
                  reach, near.candidates);
    }
    std::erase_if(near_, [](const NearBodies& near) { return near.candidates.empty(); });
    center_ = start;
}

bool NearList::is_at(const BodyPoints& points, double dhat) const {
    return dhat == dhat_ && at_ == points;
}

void NearList::find_pairs(std::span<const AffineBody> bodies, const BodyPoints& points,
                          double dhat) {
    if (is_at(points, dhat)) {
        return;
    }
    for (NearBodies& near : near_) {
        find_near_pairs(bodies[near.a].surface, points[near.a], bodies[near.b].surface,
                        points[near.b], near.candidates, dhat, memory_, near.pairs);
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
    const bool knows_pairs = is_at(start, dhat);
    double step = t_max;
    for (const NearBodies& near : near_) {
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
    for (int i = 0; i < std::ssize(bounds); ++i) {
        for (int j = i + 1; j < std::ssize(bounds); ++j) {
            if ((bodies[i].fixed && bodies[j].fixed) || !overlap(bounds[i], bounds[j])) {
                continue;
            }
            if (find_crossing(bodies[i].surface, points[i], bodies[j].surface, points[j], tests)) {
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
