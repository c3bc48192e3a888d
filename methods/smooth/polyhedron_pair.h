#pragma once

#include <vector>

#include "methods/geometry/facet_model.h"
#include "methods/smooth/extremal_points.h"

namespace touchstone {

/// A place where a smooth solid is nearest to a feature of a polyhedron, which is A.
struct PolyhedronContact {
    ExtremalPair pair;
    FacetFeature feature;
};

/// The answer for a smooth solid and a polyhedron.
struct PolyhedronAnswer {
    std::vector<PolyhedronContact> contacts;  ///< nearest first
    std::string why_not;  ///< reason why there is no answer; empty: there is one
    int iterations = 0;   ///< number of Newton steps in all
};

/// Returns the extremal points of a polyhedron and a smooth solid with gaps of at most `reach` [m],
/// in the frame of the polyhedron: for a facet along its normal, for an edge between the normals of
/// its facets, for a corner in the cone of its normals. For a convex polyhedron and a convex solid
/// only the pair that is farthest apart counts; for others all local ones do, of which several can
/// touch at once. There is no answer for bowls.
PolyhedronAnswer polyhedron_pair(const FacetModel& a, const PlacedSolid& b, double reach);

}  // namespace touchstone
