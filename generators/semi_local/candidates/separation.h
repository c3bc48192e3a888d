#pragma once

#include <algorithm>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

// Whether the normal between two features separates the solids at them.

/// Returns true for an edge of a fine surface, such as a ball's.
inline bool is_blunt(const FacetEdge& edge) {
    constexpr double kBluntCosine = -0.9;  // of the angle between the facets of a blunt edge
    return edge.into_left.dot(edge.into_right) <= kBluntCosine;
}

/// Returns the slack for an edge's wedge. Blunt edges have none: a neighbour touches before they
/// do.
inline double wedge_slack(const FacetEdge& edge, const PairTolerances& tolerances, double slack) {
    return is_blunt(edge) ? tolerances.sin_angle : slack;
}

/// Returns true when the corner's solid lies on the side of the plane to which the normal points,
/// up to `slack`; all in the corner's body frame.
inline bool lies_above(const FacetModel& model, const FacetCorner& corner, const Vec3& normal,
                       double slack) {
    return std::ranges::all_of(
        part_of(model.corner_directions, corner.directions),
        [&](const Vec3& direction) { return normal.dot(direction) >= -slack; });
}

/// Returns the same of all directions in the surface at the corner, between the mesh's edges too:
/// where the slack is large, the cuts of its facets would tell otherwise.
bool surface_lies_above(const FacetModel& model, const FacetCorner& corner, const Vec3& normal,
                        double slack);

/// Returns false for a pair that makes no candidate wherever the bodies move and however they turn
/// against each other by up to `turn` [rad]: what is at one feature lies on the wrong side of the
/// plane between both by more than that can change. `slack`: the most that the candidate's frame
/// may have for it, of a corner's solid or an edge's wedge.
bool may_separate(const PairFrame& frame, double slack, PairKind kind, const FeaturePair& pair,
                  double turn);

}  // namespace touchstone::semi_local
