#include "generators/semi_local/passing.h"

#include <cmath>

#include "generators/semi_local/candidates/separation.h"

namespace touchstone::semi_local {
namespace {

constexpr double kFreeShare = 0.1;    ///< speed of approach along another normal that does not
                                      ///< hinder, as a share of that along the candidate's [-]
constexpr double kOwnNormal = 0.996;  ///< cosine of the angle up to which a facet's normal is no
                                      ///< other than the candidate's: that of a box that slides
                                      ///< a little askew on its bottom

/// Returns the feature of a body nearest to a spot: a corner before an edge before a facet.
FacetFeature feature_at(const FacetModel& model, const FacetFeature& feature, const Vec3& point,
                        double reach) {
    const auto corner_near = [&](int corner) {
        return (model.corners[corner].position - point).norm() <= reach;
    };
    const auto end_near = [&](const FacetEdge& edge) {
        return corner_near(edge.start) ? edge.start : corner_near(edge.end) ? edge.end : -1;
    };
    FacetFeature best = feature;
    if (feature.type == FacetFeatureType::Edge) {
        const int end = end_near(model.edges[feature.index]);
        return end >= 0 ? FacetFeature{FacetFeatureType::Corner, end} : feature;
    }
    if (feature.type == FacetFeatureType::Corner) {
        return feature;
    }
    for (const FacetSide& side : part_of(model.sides, model.facets[feature.index].sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        if (const int end = end_near(edge); end >= 0) {
            return {FacetFeatureType::Corner, end};
        }
        const Vec3 from_start = point - model.corners[edge.start].position;
        const double along = edge.direction.dot(from_start);
        if (along >= 0.0 && along <= edge.length &&
            (from_start - along * edge.direction).norm() <= reach) {
            best = {FacetFeatureType::Edge, side.edge};
        }
    }
    return best;
}

}  // namespace

bool solid_lies_above(const FacetModel& model, const FacetFeature& feature, const Vec3& normal,
                      double slack) {
    switch (feature.type) {
        case FacetFeatureType::Corner:
            return lies_above(model, model.corners[feature.index], normal, slack);
        case FacetFeatureType::Edge: {
            const FacetEdge& edge = model.edges[feature.index];
            return std::abs(normal.dot(edge.direction)) <= slack &&
                   normal.dot(edge.into_left) >= -slack && normal.dot(edge.into_right) >= -slack;
        }
        case FacetFeatureType::Facet:
            return normal.dot(model.facets[feature.index].normal) <= -1.0 + slack * slack;
    }
    return false;
}

bool passes_along(const PairFrame& met, const Candidate& candidate) {
    const Vec3 velocity = met.velocity_at(candidate.position);
    const double speed = -candidate.normal.dot(velocity);
    if (!(speed > 0.0)) {
        return false;
    }
    const double reach = met.tolerances.envelope;
    const double slack = met.tolerances.sin_angle;
    const FacetFeature at_a = feature_at(*met.a, candidate.feature_a, candidate.position, reach);
    const FacetFeature at_b =
        feature_at(*met.b, candidate.feature_b, met.to_b(candidate.position), reach);
    const auto separates = [&](const Vec3& normal) {
        return normal.dot(candidate.normal) < kOwnNormal &&
               -normal.dot(velocity) <= kFreeShare * speed &&
               solid_lies_above(*met.a, at_a, -normal, slack) &&
               solid_lies_above(*met.b, at_b, met.direction_to_b(normal), slack);
    };
    return any_facet_at(*met.a, at_a,
                        [&](int facet) { return separates(met.a->facets[facet].normal); }) ||
           any_facet_at(*met.b, at_b, [&](int facet) {
               return separates(-met.direction_from_b(met.b->facets[facet].normal));
           });
}

}  // namespace touchstone::semi_local
