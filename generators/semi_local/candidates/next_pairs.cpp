#include "generators/semi_local/candidates/next_pairs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "generators/semi_local/candidates/meeting.h"
#include "methods/geometry/outline.h"

namespace touchstone::semi_local {
namespace {

/// Features of a body at one place of its surface.
struct FeaturesAtPlace {
    std::vector<int> corners;
    std::vector<int> edges;
    std::vector<int> facets;

    void add_corner(const FacetModel& model, int corner) {
        const FacetCorner& at = model.corners[corner];
        const std::span<const int> edges_there = part_of(model.corner_edges, at.edges);
        const std::span<const int> facets_there = part_of(model.corner_facets, at.facets);
        corners.push_back(corner);
        edges.insert(edges.end(), edges_there.begin(), edges_there.end());
        facets.insert(facets.end(), facets_there.begin(), facets_there.end());
    }
    void add_edge(const FacetModel& model, int edge, const Vec3& point, double reach) {
        const FacetEdge& at = model.edges[edge];
        edges.push_back(edge);
        facets.insert(facets.end(), {at.left, at.right});
        for (const int corner : {at.start, at.end}) {
            if ((model.corners[corner].position - point).norm() <= reach) {
                add_corner(model, corner);
            }
        }
    }
    void add_facet(const FacetModel& model, int facet, const Vec3& point, double reach) {
        facets.push_back(facet);
        const Facet& at = model.facets[facet];
        const Vec2 q(at.axis_u.dot(point), at.axis_v.dot(point));
        const std::span<const FacetSide> sides = part_of(model.sides, at.sides);
        const std::span<const OutlineEdge> outline = part_of(model.outlines, at.sides);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (distance_to(outline[i], q) <= reach) {
                // The point is off the facet by the gap, which is no distance from its border.
                const Vec3 on_facet = point - (at.normal.dot(point) - at.offset) * at.normal;
                add_edge(model, sides[i].edge, on_facet, reach);
            }
        }
    }
    void sort() {
        for (std::vector<int>* const list : {&corners, &edges, &facets}) {
            std::ranges::sort(*list);
            list->erase(std::ranges::unique(*list).begin(), list->end());
        }
    }
};

/// Returns the gap of features whose plane lies across a normal; below 0 they have passed each
/// other. Nothing where it does not, or they have none.
std::optional<double> gap_along(const PairFrame& frame, const KindAndPair& features,
                                const Vec3& normal) {
    constexpr double kNextNormal = 0.9;  // cosine of the angle between planes that continue
    const std::optional<Approach> approach = approach_of(frame, features.kind, features.pair);
    if (!approach) {
        return std::nullopt;
    }
    // Of edges that overlap the normal is the opposite one.
    const double cosine = approach->normal.dot(normal);
    if ((features.kind == PairKind::EdgeEdge ? std::abs(cosine) : cosine) < kNextNormal) {
        return std::nullopt;
    }
    return cosine < 0.0 ? -approach->gap : approach->gap;
}

/// Returns true for a point near an end of an edge.
bool is_near_end(const FacetModel& model, int edge, const Vec3& point, double reach) {
    const FacetEdge& at = model.edges[edge];
    return (model.corners[at.start].position - point).norm() <= reach ||
           (model.corners[at.end].position - point).norm() <= reach;
}

/// Returns true for a point near a border of a facet, along its plane.
bool is_near_border(const FacetModel& model, int facet, const Vec3& point, double reach) {
    const Facet& at = model.facets[facet];
    const Vec2 q(at.axis_u.dot(point), at.axis_v.dot(point));
    return std::ranges::any_of(part_of(model.outlines, at.sides), [&](const OutlineEdge& side) {
        return distance_to(side, q) <= reach;
    });
}

}  // namespace

std::vector<KindAndPair> next_pairs(const PairFrame& frame, const KindAndPair& known,
                                    const Vec3& normal) {
    std::vector<KindAndPair> result;
    const std::optional<Approach> approach = approach_of(frame, known.kind, known.pair);
    if (!approach) {
        return result;
    }
    const double reach = frame.tolerances.envelope;
    const Vec3 on_b = frame.to_b(approach->point);
    const Vec3 on_a = approach->point - approach->gap * approach->normal;
    const bool is_at_border =
        known.kind == PairKind::EdgeEdge ? is_near_end(*frame.a, known.pair.a, on_a, reach) ||
                                               is_near_end(*frame.b, known.pair.b, on_b, reach)
        : known.kind == PairKind::FacetCorner ? is_near_border(*frame.a, known.pair.a, on_a, reach)
                                              : is_near_border(*frame.b, known.pair.b, on_b, reach);
    if (!is_at_border) {
        return result;
    }
    FeaturesAtPlace a;
    FeaturesAtPlace b;
    switch (known.kind) {
        case PairKind::EdgeEdge:
            a.add_edge(*frame.a, known.pair.a, on_a, reach);
            b.add_edge(*frame.b, known.pair.b, on_b, reach);
            break;
        case PairKind::FacetCorner:
            a.add_facet(*frame.a, known.pair.a, on_a, reach);
            b.add_corner(*frame.b, known.pair.b);
            break;
        case PairKind::CornerFacet:
            a.add_corner(*frame.a, known.pair.a);
            b.add_facet(*frame.b, known.pair.b, on_b, reach);
            break;
    }
    a.sort();
    b.sort();
    const auto offer = [&](PairKind kind, const FeaturePair& pair) {
        const KindAndPair other{kind, pair};
        if ((kind != known.kind || pair != known.pair) && gap_along(frame, other, normal)) {
            result.push_back(other);
        }
    };
    for (const int corner : b.corners) {
        for (const int facet : a.facets) {
            offer(PairKind::FacetCorner, {facet, corner});
        }
    }
    for (const int corner : a.corners) {
        for (const int facet : b.facets) {
            offer(PairKind::CornerFacet, {corner, facet});
        }
    }
    for (const int edge_a : a.edges) {
        for (const int edge_b : b.edges) {
            if (frame.a->edges[edge_a].convex && frame.b->edges[edge_b].convex) {
                offer(PairKind::EdgeEdge, {edge_a, edge_b});
            }
        }
    }
    return result;
}

bool next_face(const PairFrame& frame, const KindAndPair& known, const Vec3& normal,
               const std::vector<KindAndPair>& next) {
    constexpr double kSameGap = 0.005;  // of the envelope
    const std::optional<double> gap = gap_along(frame, known, normal);
    return gap && std::ranges::any_of(next, [&](const KindAndPair& other) {
               if (lie_beside(frame, other.kind, other.pair)) {
                   return false;
               }
               const std::optional<double> other_gap = gap_along(frame, other, normal);
               return other_gap &&
                      std::abs(*other_gap - *gap) <= kSameGap * frame.tolerances.envelope;
           });
}

}  // namespace touchstone::semi_local
