#include "generators/semi_local/quiet_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace touchstone::semi_local {
namespace {

/// Greatest room around a quiet pair that is looked for [envelopes].
constexpr double kMostRoom = 0.25;
/// Share of its room that bodies may travel between queries, for it to be worth anything [-].
constexpr double kSlowShare = 0.125;
/// Roundings in what decides about a pair, as a share of the bodies' size, and with much to spare:
/// no room that counts is so small [-].
constexpr double kRoundingShare = 1e-12;

/// Returns the middle of a body's box, body frame [m].
Vec3 middle_of(const FacetModel& model) {
    return 0.5 * (model.boxes.nodes[0].lower + model.boxes.nodes[0].upper);
}

/// Returns a radius around there in which all of the body lies, and what is near it: boxes of its
/// features, turned into A's frame, are no farther out than the diagonal [m].
double radius_of(const PairFrame& frame) {
    constexpr double kNearEnvelopes = 8.0;
    const BoundingBox& box = frame.b->boxes.nodes[0];
    return (box.upper - box.lower).norm() + kNearEnvelopes * frame.tolerances.envelope;
}

/// Returns the facets of a region.
FeaturePair facets_of(const Region& region) { return {region.facet_a, region.facet_b}; }

// Bounds of what a travel changes. Let D be the travel: every point of B moves by at most D in A's
// frame, and so do points of A in B's; a unit direction of B turns by at most D over B's radius,
// since that bounds the change of the rotation. Where several inequalities reject a pair, the one
// that lasts longest counts. Factors of two beside those derived stand for terms of second order.

/// Returns the largest violation of `normal · direction >= -slack` at the corner; negative: none.
double violation_at(const FacetModel& model, const FacetCorner& corner, const Vec3& normal,
                    double slack) {
    double worst = -1.0;
    for (const Vec3& direction : part_of(model.corner_directions, corner.directions)) {
        worst = std::max(worst, -slack - normal.dot(direction));
    }
    return worst;
}

/// Returns how far outside the facet's outline, grown by the reach, the point lies in its plane; 0
/// or less: not at all [m].
double distance_outside(const FacetModel& model, const Facet& facet, const Vec3& point,
                        double reach) {
    const Vec2 q(facet.axis_u.dot(point), facet.axis_v.dot(point));
    const std::span<const OutlineEdge> outline = part_of(model.outlines, facet.sides);
    double nearest = std::numeric_limits<double>::infinity();
    for (const OutlineEdge& edge : outline) {
        nearest = std::min(nearest, distance_to(edge, q));
    }
    return nearest > reach && winding_number(outline, q) <= 0 ? nearest - reach : 0.0;
}

/// Returns the room of a corner of `corners` beside a facet of `facets`; the point and the normal
/// are those of the corner and the facet in the other's frame.
double room_beside_facet(const PairFrame& frame, const FacetModel& facets, const Facet& facet,
                         const Vec3& point, const FacetModel& corners, const FacetCorner& corner,
                         const Vec3& normal, double radius) {
    const double envelope = frame.tolerances.envelope;
    const double height = std::abs(facet.normal.dot(point) - facet.offset);
    const double turned = violation_at(corners, corner, normal, frame.tolerances.sin_angle);
    return std::max({height - envelope, 0.5 * turned * radius,
                     distance_outside(facets, facet, point, envelope)});
}

/// Two convex edges, and the quantities by which they are rejected.
class EdgeRoom {
 public:
    EdgeRoom(const PairFrame& frame, const FeaturePair& pair, double radius)
        : frame_(frame),
          a_(frame.a->edges[pair.a]),
          b_(frame.b->edges[pair.b]),
          radius_(radius),
          direction_b_(frame.direction_from_b(b_.direction)),
          across_(a_.direction.cross(direction_b_)),
          sine_(across_.norm()),
          apart_(frame.from_b(frame.b->corners[b_.start].position) -
                 frame.a->corners[a_.start].position) {}

    double room() const {
        const double least = frame_.tolerances.sin_crossing;
        const double parallel = 0.5 * (least - sine_) * radius_;
        if (parallel > 0.0) {
            return parallel;
        }
        return std::max({room_between_lines(), room_beyond_ends(),
                         std::min(room_of_normal(1.0), room_of_normal(-1.0))});
    }

 private:
    /// Returns the share of a travel that the height between the lines changes by: their common
    /// normal turns by twice a direction of B over the sine.
    double room_between_lines() const {
        const double height = std::abs(across_.dot(apart_)) / sine_;
        const double lever = 1.0 + 4.0 * apart_.norm() / (sine_ * radius_);
        return (height - frame_.tolerances.envelope) / lever;
    }

    /// Returns a bound on how much the places of the closest points change, per travel. They are
    /// (apart · d_a − c apart · d_b) / s² and (c apart · d_a − apart · d_b) / s².
    double lever_along() const {
        const double far = apart_.norm() / radius_;
        const double s2 = sine_ * sine_;
        return 2.0 * ((2.0 + 2.0 * far) / s2 + 4.0 * far / (s2 * s2));
    }

    std::array<double, 2> places() const {
        const double cosine = a_.direction.dot(direction_b_);
        const double s2 = sine_ * sine_;
        const double along_a = apart_.dot(a_.direction);
        const double along_b = apart_.dot(direction_b_);
        return {(along_a - cosine * along_b) / s2, (cosine * along_a - along_b) / s2};
    }

    double room_beyond_ends() const {
        const auto [at_a, at_b] = places();
        const double beyond = std::max({-at_a, at_a - a_.length, -at_b, at_b - b_.length});
        return (beyond - frame_.tolerances.envelope) / lever_along();
    }

    /// Returns the room of the normal in that direction: along it a wedge, or what is at an end,
    /// lies on the wrong side.
    double room_of_normal(double sign) const {
        const Vec3 normal = (sign / sine_) * across_;
        const Vec3 normal_in_b = frame_.direction_to_b(normal);
        const double slack = frame_.tolerances.sin_angle;
        const double wedge =
            std::max({normal.dot(a_.into_left), normal.dot(a_.into_right),
                      -normal_in_b.dot(b_.into_left), -normal_in_b.dot(b_.into_right)}) -
            slack;
        const auto [at_a, at_b] = places();
        return std::max({room_of_turn(wedge),
                         room_at_end(*frame_.a, a_.start, std::abs(at_a), -normal),
                         room_at_end(*frame_.a, a_.end, std::abs(a_.length - at_a), -normal),
                         room_at_end(*frame_.b, b_.start, std::abs(at_b), normal_in_b),
                         room_at_end(*frame_.b, b_.end, std::abs(b_.length - at_b), normal_in_b)});
    }

    /// Returns the room in which the normal cannot make up for a violation.
    double room_of_turn(double violation) const {
        return 0.5 * violation * radius_ / (1.0 + 2.0 / sine_);
    }

    double room_at_end(const FacetModel& model, int index, double distance,
                       const Vec3& normal) const {
        const FacetCorner& corner = model.corners[index];
        if (corner.has_concave_edge) {
            return 0.0;
        }
        const double turned = violation_at(model, corner, normal, frame_.tolerances.sin_angle);
        return std::min((frame_.tolerances.envelope - distance) / lever_along(),
                        room_of_turn(turned));
    }

    const PairFrame& frame_;
    const FacetEdge& a_;
    const FacetEdge& b_;
    double radius_;
    Vec3 direction_b_;
    Vec3 across_;
    double sine_;
    Vec3 apart_;  ///< from the start of A's edge to that of B's, A's frame [m]
};

/// Returns how far the bodies may move, see QuietPair::travel_from, before a pair of features can
/// be a candidate [m]; 0 or less: it may be one now. `radius` is that of B's points around the
/// middle of its box, those near it included [m].
double room_of_pair(const PairFrame& frame, PairKind kind, const FeaturePair& pair, double radius) {
    switch (kind) {
        case PairKind::FacetCorner: {
            const Facet& facet = frame.a->facets[pair.a];
            const FacetCorner& corner = frame.b->corners[pair.b];
            return room_beside_facet(frame, *frame.a, facet, frame.from_b(corner.position),
                                     *frame.b, corner, frame.direction_to_b(facet.normal), radius);
        }
        case PairKind::CornerFacet: {
            const FacetCorner& corner = frame.a->corners[pair.a];
            const Facet& facet = frame.b->facets[pair.b];
            return room_beside_facet(frame, *frame.b, facet, frame.to_b(corner.position), *frame.a,
                                     corner, frame.direction_from_b(facet.normal), radius);
        }
        case PairKind::EdgeEdge:
            return EdgeRoom(frame, pair, radius).room();
    }
    return 0.0;
}

}  // namespace

QuietPair::Placement QuietPair::placement_of(const PairFrame& frame) {
    return {frame.a, frame.b, frame.a_from_b, frame.origin_of_b};
}

/// Returns a bound on how far any point of B, or around it, is from where it was, in A's frame [m].
[[gnu::flatten]] double QuietPair::travel_from(const Placement& start, const PairFrame& frame) {
    if (start.a != frame.a || start.b != frame.b) {
        return std::numeric_limits<double>::infinity();
    }
    const Mat3 turn = frame.a_from_b - start.a_from_b;
    const Vec3 shift = product(turn, middle_of(*frame.b)) + (frame.origin_of_b - start.origin_of_b);
    return shift.norm() + turn.norm() * radius_of(frame);
}

bool QuietPair::holds(const PairFrame& frame) const {
    return room_ > 0.0 && travel_from(quiet_, frame) < room_;
}

bool QuietPair::has_same_regions(const Regions& regions) const {
    return std::ranges::equal(regions.list, regions_, {}, facets_of);
}

/// Returns the least room that is of use to bodies as fast as these are [m]; nothing when they are
/// too fast for any, or it is not yet time to try again.
std::optional<double> QuietPair::room_wanted(const PairFrame& frame) {
    const double wanted = travel_from(last_, frame) / kSlowShare;
    last_ = placement_of(frame);
    if (!(wanted < kMostRoom * frame.tolerances.envelope)) {
        return std::nullopt;
    }
    if (pause_.take()) {
        return std::nullopt;
    }
    pause_.lengthen();
    return wanted;
}

void QuietPair::keep_quiet(const PairFrame& frame, const Regions& regions, double room,
                           std::span<const FeaturePair> facets) {
    quiet_ = placement_of(frame);
    room_ = room;
    facets_.assign(facets.begin(), facets.end());
    regions_.clear();
    std::ranges::transform(regions.list, std::back_inserter(regions_), facets_of);
    pause_.end();
}

void QuietPair::learn(const PairFrame& frame, const Regions& regions,
                      std::span<const Candidate> candidates, NearFeatures& scratch) {
    room_ = -1.0;
    const std::optional<double> wanted = room_wanted(frame);
    if (!wanted || !std::ranges::all_of(candidates, &Candidate::is_silent)) {
        return;
    }
    const double radius = radius_of(frame);
    const double most = kMostRoom * frame.tolerances.envelope;
    find_near_features(frame, scratch, {.around = most, .turn = most / radius});
    double room = most;
    const auto bound_by = [&](PairKind kind, std::span<const FeaturePair> pairs) {
        for (const FeaturePair& pair : pairs) {
            if (room > 0.0 && !is_silent(frame, features_of(kind, pair), regions)) {
                room = std::min(room, room_of_pair(frame, kind, pair, radius));
            }
        }
    };
    bound_by(PairKind::FacetCorner, scratch.facet_a_corner_b);
    bound_by(PairKind::CornerFacet, scratch.corner_a_facet_b);
    bound_by(PairKind::EdgeEdge, scratch.edges);
    room -= kRoundingShare * (frame.a->size + frame.b->size);
    if (room > *wanted) {
        keep_quiet(frame, regions, room, scratch.facets);
    }
}

}  // namespace touchstone::semi_local
