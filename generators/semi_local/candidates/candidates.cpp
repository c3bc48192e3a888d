#include "generators/semi_local/candidates/candidates.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "generators/semi_local/candidates/separation.h"
#include "generators/semi_local/candidates/turned_edges.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// The closest points of two lines, measured along each from its start.
struct ClosestPoints {
    double along_a = 0.0;  ///< [m]
    double along_b = 0.0;  ///< [m]
};

/// Returns the closest points of two lines, between which the vector is perpendicular to both:
/// Ericson [2005], §5.1.8, for unit directions. `apart`: from the first line's start to the
/// second's. The caller has excluded parallel lines, whose sine is 0.
ClosestPoints closest_on_lines(const Vec3& a, const Vec3& b, const Vec3& apart) {
    const double cosine = a.dot(b);
    const double sine_squared = 1.0 - cosine * cosine;
    const double to_b_along_a = apart.dot(a);
    const double to_b_along_b = apart.dot(b);
    return {(to_b_along_a - cosine * to_b_along_b) / sine_squared,
            (cosine * to_b_along_a - to_b_along_b) / sine_squared};
}

/// Returns true when a closest point lies beyond its edge by more than `reach`.
bool are_beyond(const ClosestPoints& closest, const FacetEdge& a, const FacetEdge& b,
                double reach) {
    return closest.along_a < -reach || closest.along_a > a.length + reach ||
           closest.along_b < -reach || closest.along_b > b.length + reach;
}

bool is_on_facet(const FacetModel& model, const Facet& facet, const Vec3& point, double reach) {
    const Vec2 q(facet.axis_u.dot(point), facet.axis_v.dot(point));
    const std::span<const OutlineEdge> outline = part_of(model.outlines, facet.sides);
    return winding_number(outline, q) > 0 ||
           std::ranges::any_of(
               outline, [&](const OutlineEdge& edge) { return distance_to(edge, q) <= reach; });
}

class CandidateFinder {
 public:
    CandidateFinder(const PairFrame& frame, const Regions& regions,
                    std::vector<Candidate>& candidates)
        : frame_(frame),
          tolerances_(frame.tolerances),
          regions_(regions),
          candidates_(candidates) {}

    [[gnu::flatten]] void corner_b_on_facet_a(const FeaturePair& pair) {
        const Facet& facet = frame_.a->facets[pair.a];
        const FacetCorner& corner = frame_.b->corners[pair.b];
        const Vec3 point = frame_.from_b(corner.position);
        const double separation = facet.normal.dot(point) - facet.offset;
        if (std::abs(separation) > tolerances_.envelope ||
            !lies_above(*frame_.b, corner, frame_.direction_to_b(facet.normal),
                        tolerances_.sin_angle) ||
            !is_on_facet(*frame_.a, facet, point, tolerances_.envelope)) {
            return;
        }
        add(PairKind::FacetCorner, pair, point - 0.5 * separation * facet.normal, facet.normal,
            separation);
    }

    [[gnu::flatten]] void corner_a_on_facet_b(const FeaturePair& pair) {
        const FacetCorner& corner = frame_.a->corners[pair.a];
        const Facet& facet = frame_.b->facets[pair.b];
        const Vec3 point = frame_.to_b(corner.position);
        const double separation = facet.normal.dot(point) - facet.offset;
        if (std::abs(separation) > tolerances_.envelope) {
            return;
        }
        const Vec3 normal = frame_.direction_from_b(facet.normal);
        if (!lies_above(*frame_.a, corner, normal, tolerances_.sin_angle) ||
            !is_on_facet(*frame_.b, facet, point, tolerances_.envelope)) {
            return;
        }
        add(PairKind::CornerFacet, pair, corner.position - 0.5 * separation * normal, -normal,
            separation);
    }

    /// `turned_b`: the edge of B in A's frame.
    [[gnu::flatten]] void edge_on_edge(const FeaturePair& pair, const TurnedEdge& turned_b) {
        const FacetEdge& a = frame_.a->edges[pair.a];
        const FacetEdge& b = frame_.b->edges[pair.b];
        const Vec3& direction_b = turned_b.direction;
        const Vec3 across = a.direction.cross(direction_b);
        const double sine_squared = across.squaredNorm();
        if (sine_squared < tolerances_.sin_crossing * tolerances_.sin_crossing) {
            return;
        }
        const Vec3& start_a = frame_.a->corners[a.start].position;
        const Vec3& start_b = turned_b.start;
        // Most pairs are rejected here, before any square root or division.
        const double volume = across.dot(start_b - start_a);
        const double envelope_squared = tolerances_.envelope * tolerances_.envelope;
        if (volume * volume > envelope_squared * sine_squared) {
            return;
        }
        const Vec3 normal = across / std::sqrt(sine_squared);
        const double height = normal.dot(start_b - start_a);
        for (const double sign : {1.0, -1.0}) {
            const Vec3 from_a_to_b = sign * normal;
            if (!separates_wedges(a, b, from_a_to_b)) {
                continue;
            }
            const std::optional<ClosestPoints> closest =
                closest_points(a, b, direction_b, start_b - start_a);
            if (!closest || !separates_ends(a, b, *closest, from_a_to_b)) {
                continue;
            }
            const Vec3 point_a = start_a + closest->along_a * a.direction;
            const Vec3 point_b = start_b + closest->along_b * direction_b;
            add(PairKind::EdgeEdge, pair, 0.5 * (point_a + point_b), from_a_to_b, sign * height);
        }
    }

 private:
    void add(PairKind kind, const FeaturePair& pair, const Vec3& position, const Vec3& normal,
             double separation) {
        const PairFeatures features = features_of(kind, pair);
        candidates_.push_back({features.a, features.b, position, normal, separation,
                               is_silent(frame_, features, regions_)});
    }

    /// Returns the closest points of the edges' lines. Nothing when that of a line lies beyond its
    /// edge by more than the envelope.
    std::optional<ClosestPoints> closest_points(const FacetEdge& a, const FacetEdge& b,
                                                const Vec3& direction_b, const Vec3& apart) const {
        const ClosestPoints closest = closest_on_lines(a.direction, direction_b, apart);
        if (are_beyond(closest, a, b, tolerances_.envelope)) {
            return std::nullopt;
        }
        return closest;
    }

    /// Returns true when A's wedge lies below the normal's plane and B's above.
    bool separates_wedges(const FacetEdge& a, const FacetEdge& b, const Vec3& normal) const {
        const double slack_a = wedge_slack(a, tolerances_, tolerances_.sin_wedge_a);
        if (normal.dot(a.into_left) > slack_a || normal.dot(a.into_right) > slack_a) {
            return false;
        }
        const double slack = wedge_slack(b, tolerances_, tolerances_.sin_wedge_b);
        const Vec3 normal_in_b = frame_.direction_to_b(normal);
        return normal_in_b.dot(b.into_left) >= -slack && normal_in_b.dot(b.into_right) >= -slack;
    }

    /// Returns true when, where the edges touch with an end, the normal also separates the solid
    /// beyond that end.
    bool separates_ends(const FacetEdge& a, const FacetEdge& b, const ClosestPoints& closest,
                        const Vec3& normal) const {
        return ends_lie_above(*frame_.a, a, closest.along_a, -normal,
                              wedge_slack(a, tolerances_, tolerances_.sin_wedge_a)) &&
               ends_lie_above(*frame_.b, b, closest.along_b, frame_.direction_to_b(normal),
                              wedge_slack(b, tolerances_, tolerances_.sin_wedge_b));
    }

    bool ends_lie_above(const FacetModel& model, const FacetEdge& edge, double along,
                        const Vec3& normal, double slack) const {
        const auto end_does = [&](int corner_index, double distance) {
            const FacetCorner& corner = model.corners[corner_index];
            return distance > tolerances_.envelope || corner.has_concave_edge ||
                   lies_above(model, corner, normal, slack);
        };
        return end_does(edge.start, std::abs(along)) &&
               end_does(edge.end, std::abs(edge.length - along));
    }

    const PairFrame& frame_;
    const PairTolerances& tolerances_;
    const Regions& regions_;
    std::vector<Candidate>& candidates_;
};

constexpr double kStraightTurn = 1e-3;  ///< turn below which ways are straight [rad]
constexpr int kPiecesOfWay = 8;         ///< in which the way of turning bodies is looked at

/// Returns the number of equal pieces of a time in which bodies move nearly straight.
int straight_pieces(const PairFrame& frame, double time) {
    const double turn = time * (frame.spin_a.norm() + frame.spin_b.norm());
    return turn > kStraightTurn ? kPiecesOfWay : 1;
}

/// The ends of two edges beyond which their lines come closest.
struct EndsPassed {
    bool start_a = false;
    bool end_a = false;
    bool start_b = false;
    bool end_b = false;

    bool any() const { return start_a || end_a || start_b || end_b; }
    EndsPassed operator&(const EndsPassed& other) const {
        return {start_a && other.start_a, end_a && other.end_a, start_b && other.start_b,
                end_b && other.end_b};
    }
};

/// Returns the ends that the lines pass; none of parallel lines. One with a concave edge is none:
/// beyond it the edge's line may go on inside its own solid, so that the overlap there is real.
EndsPassed ends_passed(const PairFrame& frame, const FeaturePair& pair) {
    const FacetEdge& a = frame.a->edges[pair.a];
    const FacetEdge& b = frame.b->edges[pair.b];
    const Vec3 direction_b = frame.direction_from_b(b.direction);
    const double least_sine = frame.tolerances.sin_crossing;
    if (a.direction.cross(direction_b).squaredNorm() < least_sine * least_sine) {
        return {};
    }
    const Vec3 apart =
        frame.from_b(frame.b->corners[b.start].position) - frame.a->corners[a.start].position;
    const ClosestPoints closest = closest_on_lines(a.direction, direction_b, apart);
    const double slack = frame.tolerances.equal;
    const auto is_free = [](const FacetModel& model, int corner) {
        return !model.corners[corner].has_concave_edge;
    };
    return {closest.along_a < -slack && is_free(*frame.a, a.start),
            closest.along_a > a.length + slack && is_free(*frame.a, a.end),
            closest.along_b < -slack && is_free(*frame.b, b.start),
            closest.along_b > b.length + slack && is_free(*frame.b, b.end)};
}

bool edges_stay_beside(const PairFrame& frame, const FeaturePair& pair, double time) {
    EndsPassed passed = ends_passed(frame, pair);
    const int pieces = straight_pieces(frame, time);
    for (int i = 1; i <= pieces && passed.any(); ++i) {
        passed = passed & ends_passed(advanced(frame, time * i / pieces), pair);
    }
    return passed.any();
}

/// Returns true when two segments cross, or come to touch.
bool cross_each_other(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    // Those on one line may be apart.
    const bool are_near = (a.cwiseMax(b).array() >= c.cwiseMin(d).array()).all() &&
                          (c.cwiseMax(d).array() >= a.cwiseMin(b).array()).all();
    return are_near && cross(b - a, c - a) * cross(b - a, d - a) <= 0.0 &&
           cross(d - c, a - c) * cross(d - c, b - c) <= 0.0;
}

/// Returns true when a border of a facet lies near a point, beyond which the facet's own solid goes
/// on.
bool is_near_concave_border(const FacetModel& model, const Facet& facet, const Vec2& point,
                            double reach) {
    const std::span<const FacetSide> sides = part_of(model.sides, facet.sides);
    const std::span<const OutlineEdge> outline = part_of(model.outlines, facet.sides);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (!model.edges[sides[i].edge].convex && distance_to(outline[i], point) <= reach) {
            return true;
        }
    }
    return false;
}

/// A corner, and the facet of the other body that it may lie over or beside.
struct CornerAndFacet {
    const FacetModel& model;  ///< of the facet's body
    const Facet& facet;
    const Vec3& corner;  ///< in the frame of its own body [m]
    bool is_facet_of_a;

    CornerAndFacet(const PairFrame& frame, PairKind kind, const FeaturePair& pair)
        : model(kind == PairKind::FacetCorner ? *frame.a : *frame.b),
          facet(model.facets[kind == PairKind::FacetCorner ? pair.a : pair.b]),
          corner(kind == PairKind::FacetCorner ? frame.b->corners[pair.b].position
                                               : frame.a->corners[pair.a].position),
          is_facet_of_a(kind == PairKind::FacetCorner) {}

    /// Returns the corner in the frame of the facet's body.
    Vec3 point(const PairFrame& frame) const {
        return is_facet_of_a ? frame.from_b(corner) : frame.to_b(corner);
    }
    Vec2 in_plane(const Vec3& point) const {
        return {facet.axis_u.dot(point), facet.axis_v.dot(point)};
    }
    bool is_beside(const PairTolerances& tolerances, const Vec3& point) const {
        return !is_on_facet(model, facet, point, tolerances.equal) &&
               !is_near_concave_border(model, facet, in_plane(point), tolerances.envelope) &&
               !contains_point(model, point);
    }
};

bool corner_stays_beside(const PairFrame& frame, PairKind kind, const FeaturePair& pair,
                         double time) {
    const CornerAndFacet both(frame, kind, pair);
    Vec3 point = both.point(frame);
    if (!both.is_beside(frame.tolerances, point)) {
        return false;
    }
    const std::span<const OutlineEdge> outline = part_of(both.model.outlines, both.facet.sides);
    const int pieces = straight_pieces(frame, time);
    for (int i = 1; i <= pieces; ++i) {
        const Vec2 from = both.in_plane(point);
        point = both.point(advanced(frame, time * i / pieces));
        const Vec2 to = both.in_plane(point);
        const bool passes_over = std::ranges::any_of(outline, [&](const OutlineEdge& edge) {
            return cross_each_other(from, to, edge.start, edge.end);
        });
        if (passes_over || !both.is_beside(frame.tolerances, point)) {
            return false;
        }
    }
    return true;
}

}  // namespace

PairFeatures features_of(PairKind kind, const FeaturePair& pair) {
    using enum FacetFeatureType;
    switch (kind) {
        case PairKind::FacetCorner:
            return {{Facet, pair.a}, {Corner, pair.b}};
        case PairKind::CornerFacet:
            return {{Corner, pair.a}, {Facet, pair.b}};
        case PairKind::EdgeEdge:
            break;
    }
    return {{Edge, pair.a}, {Edge, pair.b}};
}

bool is_silent(const PairFrame& frame, const PairFeatures& features, const Regions& regions) {
    return std::ranges::any_of(regions.list, [&](const Region& region) {
        const auto is_of_a = [&](int facet) { return facet == region.facet_a; };
        const auto is_of_b = [&](int facet) { return facet == region.facet_b; };
        return any_facet_at(*frame.a, features.a, is_of_a) &&
               any_facet_at(*frame.b, features.b, is_of_b);
    });
}

PairKind kind_of(const Candidate& candidate) {
    if (candidate.is_edge_pair()) {
        return PairKind::EdgeEdge;
    }
    return candidate.feature_a.type == FacetFeatureType::Facet ? PairKind::FacetCorner
                                                               : PairKind::CornerFacet;
}

void append_candidates(const PairFrame& frame, PairKind kind, const FeaturePair& pair,
                       const Regions& regions, std::vector<Candidate>& candidates) {
    CandidateFinder finder(frame, regions, candidates);
    switch (kind) {
        case PairKind::FacetCorner:
            return finder.corner_b_on_facet_a(pair);
        case PairKind::CornerFacet:
            return finder.corner_a_on_facet_b(pair);
        case PairKind::EdgeEdge:
            return finder.edge_on_edge(pair, turned_edge(frame, pair.b));
    }
}

bool stays_beside(const PairFrame& frame, PairKind kind, const FeaturePair& pair, double time) {
    return kind == PairKind::EdgeEdge ? edges_stay_beside(frame, pair, time)
                                      : corner_stays_beside(frame, kind, pair, time);
}

bool lie_beside(const PairFrame& frame, PairKind kind, const FeaturePair& pair) {
    if (kind == PairKind::EdgeEdge) {
        return ends_passed(frame, pair).any();
    }
    const CornerAndFacet both(frame, kind, pair);
    return both.is_beside(frame.tolerances, both.point(frame));
}

bool lies_on_next_facet(const PairFrame& frame, PairKind kind, const FeaturePair& pair) {
    if (kind == PairKind::EdgeEdge) {
        return false;
    }
    const CornerAndFacet both(frame, kind, pair);
    const Vec3 point = both.point(frame);
    const Vec2 flat = both.in_plane(point);
    const int own = both.is_facet_of_a ? pair.a : pair.b;
    const std::span<const FacetSide> sides = part_of(both.model.sides, both.facet.sides);
    const std::span<const OutlineEdge> outline = part_of(both.model.outlines, both.facet.sides);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const FacetEdge& edge = both.model.edges[sides[i].edge];
        const Facet& next = both.model.facets[edge.left == own ? edge.right : edge.left];
        if (edge.convex && distance_to(outline[i], flat) <= frame.tolerances.envelope &&
            next.normal.dot(point) - next.offset > -frame.tolerances.equal) {
            return true;
        }
    }
    return false;
}

void find_candidates(const PairFrame& frame, const NearFeatures& near, const Regions& regions,
                     std::vector<Candidate>& candidates) {
    candidates.clear();
    CandidateFinder finder(frame, regions, candidates);
    for (const FeaturePair& pair : near.facet_a_corner_b) {
        finder.corner_b_on_facet_a(pair);
    }
    for (const FeaturePair& pair : near.corner_a_facet_b) {
        finder.corner_a_on_facet_b(pair);
    }
    TurnedEdges turned(frame);
    for (const FeaturePair& pair : near.edges) {
        finder.edge_on_edge(pair, turned.of(pair.b));
    }
}

}  // namespace touchstone::semi_local
