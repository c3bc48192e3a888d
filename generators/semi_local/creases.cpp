#include "generators/semi_local/creases.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generators/semi_local/candidates/separation.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// The way that is looked at, in that of a step: an impact may make a corner faster.
constexpr double kSteps = 1.5;

/// Creases that a corner may pass in a step; what is beyond them is found in the next.
constexpr int kMostCreases = 4;

/// Sine of the angle by which what hangs on the corner may reach below the facet's plane, as of a
/// body that tips: no more than of other contacts ahead.
constexpr double kHangingSine = 0.7;

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
    const double length = along.norm();
    const double sign = inward ? -1.0 : 1.0;  // the facet lies on the left
    const double before = sign * cross(along, way.start - side.start);
    const double after = sign * cross(along, way.end - side.start);
    if (before < -least * length || after > -least * length || !(before > after)) {
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

/// Finds the creases on one body that corners of the other go over.
class CreaseFinder {
 public:
    CreaseFinder(const PairFrame& frame, bool facets_are_of_a, ContactsAhead& ahead)
        : frame_(frame),
          of_a_(facets_are_of_a),
          model_(facets_are_of_a ? *frame.a : *frame.b),
          other_(facets_are_of_a ? *frame.b : *frame.a),
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
        if (length <= frame_.tolerances.equal) {
            return;
        }
        // Of what lies within the envelope beyond a crease the facet before it may still be enough.
        const Vec3 before = start - (frame_.tolerances.envelope / length) * way;
        const Segment on_way{before, start + way};
        int at = facet;
        if (crossed(at, on_way, true) >= 0) {
            add(at, corner, start);
        }
        for (int i = 0; i < kMostCreases; ++i) {
            at = crossed(at, on_way, false);
            if (at < 0) {
                return;
            }
            add(at, corner, start);
        }
    }

 private:
    /// Returns the facet beyond the first crease of a facet that the way crosses; -1: there is
    /// none. `inward`: from there onto the facet.
    int crossed(int facet_index, const Segment& way, bool inward) const {
        const Facet& facet = model_.facets[facet_index];
        const auto in_plane = [&](const Vec3& point) {
            return Vec2(facet.axis_u.dot(point), facet.axis_v.dot(point));
        };
        const Way2 flat{in_plane(way.start), in_plane(way.end)};
        const std::span<const FacetSide> sides = part_of(model_.sides, facet.sides);
        const std::span<const OutlineEdge> outline = part_of(model_.outlines, facet.sides);
        double first = 1.0;
        int beyond = -1;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const FacetEdge& edge = model_.edges[sides[i].edge];
            if (edge.convex) {
                continue;
            }
            const double share = crossing(flat, outline[i], inward, frame_.tolerances.equal);
            if (share <= first) {
                first = share;
                beyond = sides[i].forward ? edge.right : edge.left;
            }
        }
        return beyond;
    }

    /// Adds a corner with the facet on which it arrives, where its solid can lie on it.
    void add(int facet_index, int corner_index, const Vec3& point) {
        const Facet& facet = model_.facets[facet_index];
        const double gap = facet.normal.dot(point) - facet.offset;
        const Vec3 normal = of_a_ ? facet.normal : frame_.direction_from_b(facet.normal);
        const Vec3 normal_of_other = of_a_ ? frame_.direction_to_b(facet.normal) : normal;
        if (gap < -frame_.tolerances.envelope ||
            !surface_lies_above(other_, other_.corners[corner_index], normal_of_other,
                                kHangingSine)) {
            return;
        }
        const PairKind kind = of_a_ ? PairKind::FacetCorner : PairKind::CornerFacet;
        const FeaturePair pair =
            of_a_ ? FeaturePair{facet_index, corner_index} : FeaturePair{corner_index, facet_index};
        const PairFeatures features = features_of(kind, pair);
        const auto is_known = [&](const Candidate& candidate) {
            return candidate.feature_a == features.a && candidate.feature_b == features.b;
        };
        if (std::ranges::any_of(ahead_.candidates, is_known)) {
            return;
        }
        const Vec3 from_a = of_a_ ? normal : Vec3(-normal);
        const Vec3 place = of_a_ ? point : frame_.from_b(point);
        const Vec3 middle = place - 0.5 * gap * normal;
        ahead_.candidates.push_back({features.a, features.b, middle, from_a, gap});
        ahead_.points.push_back({from_a, middle, gap, features});
    }

    const PairFrame& frame_;
    bool of_a_;
    const FacetModel& model_;  ///< of the facets
    const FacetModel& other_;  ///< of the corners
    ContactsAhead& ahead_;
};

}  // namespace

void find_corners_over_creases(const PairFrame& frame, Workspace& workspace) {
    ContactsAhead& ahead = workspace.ahead;
    ahead.candidates.clear();
    ahead.points.clear();
    CreaseFinder on_a(frame, true, ahead);
    CreaseFinder on_b(frame, false, ahead);
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
