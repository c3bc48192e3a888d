#pragma once

#include <optional>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "methods/contact/contact_point.h"

namespace touchstone::semi_local {

// How the plane of a contact turns while bodies do. A body that tips over a rim slides over it as
// well; closed along a normal that keeps its direction, the gap would be left open by a part of the
// way times the turn.
//
//        /  B  /         A rim of A and an edge of B: spanned by both, each of which turns with its
//   ____/_____/          body. A facet and a corner: turns with the facet. A corner of a region is
//   |  A  |              one of these: a corner of one facet on the other, or where two borders
//   cross.

/// Returns the features between which the plane at a corner of a region lies. `position`: the
/// corner's, halfway between the facets, A's frame [m]. Two facets where corners of both lie there.
PairFeatures features_at_corner(const PairFrame& frame, const FeaturePair& facets,
                                const Vec3& position);

/// Returns the plane between two features, A's frame. Nothing where it is not known: between
/// two facets, or edges that are nearly parallel.
std::optional<TurningPlane> turning_plane(const PairFrame& frame, const PairFeatures& features);

}  // namespace touchstone::semi_local
