#include "generators/semi_local/passed_borders.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generators/semi_local/candidates/separation.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// The way that is looked at, in that of a step: an impact may make a corner faster.
constexpr double kSteps = 1.5;

/// Borders that a corner may pass in a step; what is beyond them is found in the next.
constexpr int kMostBorders = 4;

/// Sine of the angle by which what hangs on the corner may reach below the facet's plane, as of a
/// body that tips: no more than of other contacts ahead.
constexpr double kHangingSine = 0.7;

/// Sine of the angle by which the wedges of two edges may reach beyond their plane: by what bodies
/// turn in a step.
constexpr double kLeanSine = 0.1;

/// The way of a point.
struct Segment {
    Vec3 start;
    Vec3 end;
};

/// Its way in a plane.
struct Way2 {
    Vec2 start;
    Vec2 end;
};

/// Returns the share of the way at which it crosses a side of an outline from left to right; from
/// right to left where `inward`. Infinity where it does not go beyond it by more than `least` [m].
double crossing(const Way2& way, const OutlineEdge& side, bool inward, double least) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const Vec2 along = side.end - side.start;
    const double sign = inward ? -1.0 : 1.0;  // the facet lies on the left
    const double before = sign * cross(along, way.start - side.start);
    const double after = sign * cross(along, way.end - side.start);
    if (!(before > after) || after > 0.0) {
        return kNever;
    }
    const double length = along.norm();
    if (before < -least * length || after > -least * length) {
        return kNever;
    }
    const double share = std::max(0.0, before) / (before - after);
    const double place = along.dot(way.start + share * (way.end - way.start) - side.start);
    return place < 0.0 || place > length * length ? kNever : share;
}

/// Calls `visit(corner)` for the corners of a facet.
template <typename Visit>
void visit_corners(const FacetModel& model, int facet, const Visit& visit) {
    for (const FacetSide& side : part_of(model.sides, model.facets[facet].sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        visit(side.forward ? edge.start : edge.end);
    }
}

/// Finds the borders on one body that corners of the other go over.
class BorderFinder {
 public:
    BorderFinder(const PairFrame& frame, bool facets_are_of_a,
                 const std::vector<Workspace::Output>& outputs, ContactsAhead& ahead)
        : frame_(frame),
          of_a_(facets_are_of_a),
          model_(facets_are_of_a ? *frame.a : *frame.b),
          other_(facets_are_of_a ? *frame.b : *frame.a),
          outputs_(outputs),
          ahead_(ahead) {}

    /// Follows a corner from a facet that it lies on, or comes onto.
    void follow(int facet, int corner) {
        const Vec3& position = other_.corners[corner].position;
        const Vec3 in_a = of_a_ ? frame_.from_b(position) : position;
        const Vec3 moved = kSteps * frame_.time_step * frame_.velocity_at(in_a);
        const Vec3 start = of_a_ ? in_a : frame_.to_b(in_a);
        // A's corners move against B as B's do not: the velocity is that of B's material.
        const Vec3 way = of_a_ ? moved : -frame_.direction_to_b(moved);
        const double length = way.norm();
        if (length <= frame_.tolerances.equal ||
            (!has_crease(facet) && !lands_before(facet, start, way, 1.0))) {
            return;
        }
        // Of what lies within the envelope beyond a crease the facet before it may still be enough.
        const Vec3 before = start - (frame_.tolerances.envelope / length) * way;
        const Segment on_way{before, start + way};
        int at = facet;
        const Border inward = crossed(at, on_way, true);
        if (inward.edge >= 0 && !model_.edges[inward.edge].convex) {
            add(at, corner, start);
        }
        for (int i = 0; i < kMostBorders; ++i) {
            const Border border = crossed(at, on_way, false);
            if (border.edge < 0) {
                return;
            }
            if (model_.edges[border.edge].convex) {
                if (lands_before(at, start, way, border.share)) {
                    add_edges(at, border.edge, corner);
                }
                return;
            }
            at = border.beyond;
            add(at, corner, start);
        }
    }

 private:
    /// An edge of a facet, and the facet beyond it.
    struct Border {
        int edge = -1;
        int beyond = -1;
        double share = 1.0;  ///< of the way, at which it is crossed
    };

    /// Returns true for a facet with a concave edge.
    bool has_crease(int facet) {
        if (facet != last_facet_) {
            last_facet_ = facet;
            last_has_crease_ = std::ranges::any_of(
                part_of(model_.sides, model_.facets[facet].sides),
                [&](const FacetSide& side) { return !model_.edges[side.edge].convex; });
        }
        return last_has_crease_;
    }

    /// Returns the first border of a facet that the way crosses. `inward`: from beyond it onto the
    /// facet.
    Border crossed(int facet_index, const Segment& way, bool inward) const {
        const Facet& facet = model_.facets[facet_index];
        const auto in_plane = [&](const Vec3& point) {
            return Vec2(facet.axis_u.dot(point), facet.axis_v.dot(point));
        };
        const Way2 flat{in_plane(way.start), in_plane(way.end)};
        const std::span<const FacetSide> sides = part_of(model_.sides, facet.sides);
        const std::span<const OutlineEdge> outline = part_of(model_.outlines, facet.sides);
        double first = 1.0;
        Border border;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const FacetEdge& edge = model_.edges[sides[i].edge];
            const double share = crossing(flat, outline[i], inward, frame_.tolerances.equal);
            if (share <= first) {
                first = share;
                border = {sides[i].edge, sides[i].forward ? edge.right : edge.left, share};
            }
        }
        return border;
    }

    /// Returns true for a point that comes down on a facet before that share of its way.
    bool lands_before(int facet_index, const Vec3& start, const Vec3& way, double share) const {
        const Facet& facet = model_.facets[facet_index];
        const double gap = facet.normal.dot(start) - facet.offset;
        return gap > frame_.tolerances.equal && gap + share * facet.normal.dot(way) < 0.0;
    }

    /// Adds a corner with the facet on which it arrives, where its solid can lie on it.
    void add(int facet_index, int corner_index, const Vec3& point) {
        const Facet& facet = model_.facets[facet_index];
        const double gap = facet.normal.dot(point) - facet.offset;
        if (gap < -frame_.tolerances.envelope ||
            !surface_lies_above(
                other_, other_.corners[corner_index],
                of_a_ ? frame_.direction_to_b(facet.normal) : frame_.direction_from_b(facet.normal),
                kHangingSine)) {
            return;
        }
        add_pair(
            of_a_ ? PairKind::FacetCorner : PairKind::CornerFacet,
            of_a_ ? FeaturePair{facet_index, corner_index} : FeaturePair{corner_index, facet_index},
            point - 0.5 * gap * facet.normal, facet.normal, gap);
    }

    /// Adds the edges at a corner that come to lie over a rim of the facet as the corner passes it.
    void add_edges(int facet_index, int rim_index, int corner_index) {
        const FacetEdge& rim = model_.edges[rim_index];
        if (is_blunt(rim)) {
            return;
        }
        const Vec3& normal_of_facet = model_.facets[facet_index].normal;
        for (const int index : part_of(other_.corner_edges, other_.corners[corner_index].edges)) {
            const FacetEdge& edge = other_.edges[index];
            if (!edge.convex || is_blunt(edge)) {
                continue;
            }
            const Vec3 start = in_facets_frame(other_.corners[edge.start].position);
            const Vec3 direction = direction_in_facets_frame(edge.direction);
            const Vec3 across = rim.direction.cross(direction);
            const double sine = across.norm();
            if (sine < frame_.tolerances.sin_crossing) {
                continue;
            }
            const double up = across.dot(normal_of_facet) > 0.0 ? 1.0 : -1.0;
            const Vec3 normal = (up / sine) * across;
            const Vec3 apart = start - model_.corners[rim.start].position;
            const double gap = normal.dot(apart);
            const auto reaches = [&](const Vec3& into) { return normal.dot(into); };
            if (gap < 0.0 ||
                std::max(reaches(rim.into_left), reaches(rim.into_right)) > kLeanSine ||
                std::min(reaches(direction_in_facets_frame(edge.into_left)),
                         reaches(direction_in_facets_frame(edge.into_right))) < -kLeanSine) {
                continue;
            }
            const double cosine = rim.direction.dot(direction);
            const double along_rim =
                (rim.direction - cosine * direction).dot(apart) / (sine * sine);
            const Vec3 on_rim = model_.corners[rim.start].position + along_rim * rim.direction;
            add_pair(PairKind::EdgeEdge,
                     of_a_ ? FeaturePair{rim_index, index} : FeaturePair{index, rim_index},
                     on_rim + 0.5 * gap * normal, normal, gap);
        }
    }

    Vec3 in_facets_frame(const Vec3& point) const {
        return of_a_ ? frame_.from_b(point) : frame_.to_b(point);
    }
    Vec3 direction_in_facets_frame(const Vec3& direction) const {
        return of_a_ ? frame_.direction_from_b(direction) : frame_.direction_to_b(direction);
    }

    /// Adds a pair. `middle` and `normal`: in the frame of the facets' body, out of it.
    void add_pair(PairKind kind, const FeaturePair& pair, const Vec3& middle, const Vec3& normal,
                  double gap) {
        const PairFeatures features = features_of(kind, pair);
        const auto is_known = [&](const auto& known) {
            return known.feature_a == features.a && known.feature_b == features.b;
        };
        if (std::ranges::any_of(ahead_.candidates, is_known) ||
            std::ranges::any_of(outputs_, is_known)) {
            return;
        }
        const Vec3 from_a = of_a_ ? normal : Vec3(-frame_.direction_from_b(normal));
        const Vec3 place = of_a_ ? middle : frame_.from_b(middle);
        ahead_.candidates.push_back({features.a, features.b, place, from_a, gap});
        ahead_.points.push_back({from_a, place, gap, features});
    }

    const PairFrame& frame_;
    bool of_a_;
    const FacetModel& model_;  ///< of the facets
    const FacetModel& other_;  ///< of the corners
    const std::vector<Workspace::Output>& outputs_;
    ContactsAhead& ahead_;
    int last_facet_ = -1;
    bool last_has_crease_ = false;
};

}  // namespace

void find_corners_over_borders(const PairFrame& frame, Workspace& workspace) {
    ContactsAhead& ahead = workspace.ahead;
    ahead.candidates.clear();
    ahead.points.clear();
    BorderFinder on_a(frame, true, workspace.outputs, ahead);
    BorderFinder on_b(frame, false, workspace.outputs, ahead);
    PairFeatures last{};
    for (const Workspace::Output& output : workspace.outputs) {
        const FacetFeature& a = output.feature_a;
        const FacetFeature& b = output.feature_b;
        using enum FacetFeatureType;
        if (a.type == Facet && b.type == Corner) {
            on_a.follow(a.index, b.index);
        } else if (a.type == Corner && b.type == Facet) {
            on_b.follow(b.index, a.index);
        } else if (output.is_region && (last.a != a || last.b != b)) {
            last = {a, b};
            visit_corners(*frame.b, b.index, [&](int corner) { on_a.follow(a.index, corner); });
            visit_corners(*frame.a, a.index, [&](int corner) { on_b.follow(b.index, corner); });
        }
    }
}

}  // namespace touchstone::semi_local
