#include "generators/semi_local/turning_plane.h"

#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// Returns what of a facet's outline lies at a point: a corner, else an edge, else the facet.
FacetFeature outline_at(const FacetModel& model, int facet_index, const Vec3& point, double reach) {
    const Facet& facet = model.facets[facet_index];
    const Vec2 q(facet.axis_u.dot(point), facet.axis_v.dot(point));
    const std::span<const FacetSide> sides = part_of(model.sides, facet.sides);
    const std::span<const OutlineEdge> outline = part_of(model.outlines, facet.sides);
    FacetFeature nearest{FacetFeatureType::Facet, facet_index};
    double least = reach;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const FacetEdge& edge = model.edges[sides[i].edge];
        if ((outline[i].start - q).norm() <= reach) {
            return {FacetFeatureType::Corner, sides[i].forward ? edge.start : edge.end};
        }
        const double distance = distance_to(outline[i], q);
        if (distance <= least) {
            least = distance;
            nearest = {FacetFeatureType::Edge, sides[i].edge};
        }
    }
    return nearest;
}

/// Returns a point of a facet's plane, from which separations are measured: corners of facets that
/// are not quite flat lie beside it.
Vec3 point_on(const FacetModel& model, const Facet& facet) {
    const FacetSide& side = part_of(model.sides, facet.sides).front();
    const Vec3& corner = model.corners[model.edges[side.edge].start].position;
    return corner - (facet.normal.dot(corner) - facet.offset) * facet.normal;
}

}  // namespace

PairFeatures features_at_corner(const PairFrame& frame, const FeaturePair& facets,
                                const Vec3& position) {
    using enum FacetFeatureType;
    const double reach = frame.tolerances.envelope;
    const FacetFeature at_a = outline_at(*frame.a, facets.a, position, reach);
    const FacetFeature at_b = outline_at(*frame.b, facets.b, frame.to_b(position), reach);
    const FacetFeature facet_a{Facet, facets.a};
    const FacetFeature facet_b{Facet, facets.b};
    const bool are_both = at_a.type == Corner && at_b.type == Corner;
    if (at_a.type == Corner && !are_both) {
        return {at_a, facet_b};
    }
    if (at_b.type == Corner && !are_both) {
        return {facet_a, at_b};
    }
    return at_a.type == Edge && at_b.type == Edge ? PairFeatures{at_a, at_b}
                                                  : PairFeatures{facet_a, facet_b};
}

std::optional<TurningPlane> turning_plane(const PairFrame& frame, const PairFeatures& features) {
    using enum FacetFeatureType;
    TurningPlane plane;
    if (features.a.type == Edge && features.b.type == Edge) {
        const FacetEdge& a = frame.a->edges[features.a.index];
        const FacetEdge& b = frame.b->edges[features.b.index];
        plane.along = {a.direction, frame.direction_from_b(b.direction)};
        if (plane.along[0].cross(plane.along[1]).norm() < frame.tolerances.sin_crossing) {
            return std::nullopt;
        }
        plane.turns_with_b = {false, true};
        plane.point_a = frame.a->corners[a.start].position;
        plane.point_b = frame.from_b(frame.b->corners[b.start].position);
        return plane;
    }
    if (features.a.type == Facet && features.b.type == Corner) {
        const touchstone::Facet& facet = frame.a->facets[features.a.index];
        plane.along = {facet.axis_u, facet.axis_v};
        plane.point_a = point_on(*frame.a, facet);
        plane.point_b = frame.from_b(frame.b->corners[features.b.index].position);
        return plane;
    }
    if (features.a.type == Corner && features.b.type == Facet) {
        const touchstone::Facet& facet = frame.b->facets[features.b.index];
        plane.along = {frame.direction_from_b(facet.axis_u), frame.direction_from_b(facet.axis_v)};
        plane.turns_with_b = {true, true};
        plane.point_a = frame.a->corners[features.a.index].position;
        plane.point_b = frame.from_b(point_on(*frame.b, facet));
        return plane;
    }
    return std::nullopt;
}

}  // namespace touchstone::semi_local
