#include "generators/convex_cast/part_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generators/convex_cast/convex_cast.h"

namespace touchstone {
namespace {

constexpr double kKeptMarginShare = 0.25;  // share of both margins, kept between cores [-]
constexpr double kKeptShare = 0.9;   // share of a smaller distance at the start, kept instead [-]
constexpr double kTinyShare = 1e-6;  // of both margins: so near, next to nothing is given
constexpr double kStraightShare = 1.0 / 16.0;  // share of the kept distance, for straight paths [-]
constexpr double kCastSlack = 1.1;
constexpr double kAlmost = 1.0 - 1e-12;
constexpr int kMostPieces = 4096;  // a stone of 5 cm that turns 300 times in a step has as many
constexpr double kForever = std::numeric_limits<double>::infinity();

double kept_distance(double start, double margin) {
    const double kept = kKeptMarginShare * margin;
    if (kKeptShare * start >= kept) {
        return kept;
    }
    return (start > kTinyShare * margin ? kKeptShare : 1.0 - kTinyShare) * start;
}

/// Returns the longest time in which a point at that distance from the axis stays within `error` of
/// a straight path: r |turn|² t² / 8 bounds the difference, see path_error.
double straight_duration(const RigidSweep& sweep, double radius, double error) {
    const double turn = sweep.turn.norm();
    return turn > 0.0 && radius > 0.0 ? std::sqrt(8.0 * error / radius) / turn : kForever;
}

/// Two parts on their way.
struct PartPair {
    const MovingParts& a;
    int part_a;
    const MovingParts& b;
    int part_b;

    const SupportShape& core_a() const { return a.parts->cores[part_a]; }
    const SupportShape& core_b() const { return b.parts->cores[part_b]; }
    double radius_a() const { return a.parts->radii[part_a]; }
    double radius_b() const { return b.parts->radii[part_b]; }

    PlacedPair placed(double time) const {
        return place_pair(core_a(), placement_at(a, time), core_b(), placement_at(b, time));
    }
    /// Returns a bound on the speed at which the gap along a fixed normal can close: the velocity
    /// of a point at r from the axis is v + ω × r, and n · (ω × r) ≤ |n × ω| |r|.
    double closing_speed(const Vec3& normal) const {
        return normal.dot(a.sweep.travel - b.sweep.travel) +
               normal.cross(a.sweep.turn).norm() * radius_a() +
               normal.cross(b.sweep.turn).norm() * radius_b();
    }
    PairMotion straight(double from, double to) const {
        return make_pair_motion(
            core_a(), motion_between(placement_at(a, from), placement_at(a, to)), core_b(),
            motion_between(placement_at(b, from), placement_at(b, to)));
    }
};

const ConvexCastMethod& cast_method() {
    static const ConvexCastMethod& method = find_convex_cast("aimed_linear_pw");
    return method;
}

BoundingBox core_box(const SupportShape& core, const AffinePlacement& placement) {
    BoundingBox box;
    const Mat3 body_from_world = placement.linear.transpose();
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 along = body_from_world.col(axis);
        const Vec3 high = placement.linear * (core.centre + farthest_offset(core, along));
        const Vec3 low = placement.linear * (core.centre + farthest_offset(core, -along));
        box.upper[axis] = high[axis] + placement.offset[axis];
        box.lower[axis] = low[axis] + placement.offset[axis];
    }
    return box;
}

}  // namespace

AffinePlacement placement_at(const MovingParts& body, double time) {
    AffinePlacement placement;
    placement.linear = swept_rotation(body.sweep, time) * body.rotation;
    placement.offset = body.sweep.center + time * body.sweep.travel -
                       placement.linear * body.parts->center_of_mass;
    return placement;
}

MovingParts standing_at(const MovingParts& body, double time) {
    MovingParts standing = body;
    standing.rotation = swept_rotation(body.sweep, time) * body.rotation;
    standing.sweep = {body.sweep.center + time * body.sweep.travel, Vec3::Zero(), Vec3::Zero()};
    return standing;
}

TreeBoxes swept_boxes(const MovingParts& body) {
    const AffinePlacement start = placement_at(body, 0.0);
    const AffinePlacement end = placement_at(body, 1.0);
    const ConvexParts& parts = *body.parts;
    std::vector<BoundingBox> boxes;
    boxes.reserve(parts.cores.size());
    for (int i = 0; i < std::ssize(parts.cores); ++i) {
        BoundingBox box = core_box(parts.cores[i], start);
        extend(box, core_box(parts.cores[i], end));
        boxes.push_back(
            inflated(box, path_error(body.sweep, parts.radii[i], 1) + parts.margins[i]));
    }
    return refit(parts.tree, boxes);
}

PairDistance core_distance(const MovingParts& a, int part_a, const MovingParts& b, int part_b,
                           double time) {
    return pair_distance(PartPair{a, part_a, b, part_b}.placed(time));
}

double pair_margin(const ConvexParts& a, int part_a, const ConvexParts& b, int part_b) {
    return a.margins[part_a] + b.margins[part_b];
}

std::optional<double> find_part_impact(const MovingParts& a, int part_a, const MovingParts& b,
                                       int part_b, double from, double to, ImpactWork* work) {
    ImpactWork unasked;
    ImpactWork& counts = work != nullptr ? *work : unasked;
    ++counts.part_pairs;
    ++counts.distances;
    const PartPair pair{a, part_a, b, part_b};
    PairSimplex simplex;
    PairDistance distance = pair_distance(pair.placed(from), simplex);
    if (distance.lower <= 0.0) {
        return std::nullopt;
    }
    const double kept =
        kept_distance(distance.lower, pair_margin(*a.parts, part_a, *b.parts, part_b));
    const double error = kStraightShare * kept;
    const double piece = std::min(straight_duration(a.sweep, pair.radius_a(), 0.5 * error),
                                  straight_duration(b.sweep, pair.radius_b(), 0.5 * error));
    CastSettings settings;
    settings.slack = kCastSlack;
    double time = from;
    bool is_cast = false;
    for (int i = 0; i < kMostPieces; ++i) {
        const double speed = pair.closing_speed(distance.normal);
        const double gap = distance.lower - kept;
        const double free = speed > 0.0 ? kAlmost * gap / speed : kForever;
        if (time + free >= to) {
            return std::nullopt;
        }
        double next = time + free;
        if (free < piece) {
            settings.kept_share = (kept + error) / distance.lower;
            if (!(settings.kept_share < 1.0)) {
                return time;
            }
            const double end = std::min(to, time + piece);
            counts.cast_pairs += is_cast ? 0 : 1;
            ++counts.casts;
            is_cast = true;
            const CastAnswer answer = cast_method().cast(pair.straight(time, end), settings);
            if (answer.end != CastEnd::NoContact) {
                return time + kAlmost * answer.time * (end - time);
            }
            next = end;
        }
        if (next >= to) {
            return std::nullopt;
        }
        if (!(next > time)) {
            return time;
        }
        time = next;
        ++counts.distances;
        distance = pair_distance(pair.placed(time), simplex);
    }
    return time;  // no contact before it: the limit on work is reached
}

std::optional<PartImpact> find_parts_impact(const MovingParts& a, const TreeBoxes& boxes_a,
                                            const MovingParts& b, const TreeBoxes& boxes_b,
                                            double from, ImpactWork* work) {
    std::optional<PartImpact> first;
    if (work != nullptr) {
        ++work->body_pairs;
    }
    double to = 1.0;
    for (const ElementPair& pair :
         overlapping_elements(a.parts->tree, boxes_a, b.parts->tree, boxes_b, 0.0)) {
        const std::optional<double> time = find_part_impact(a, pair.a, b, pair.b, from, to, work);
        if (time && *time < to) {
            to = *time;
            first = PartImpact{to, pair.a, pair.b};
        }
    }
    return first;
}

}  // namespace touchstone
