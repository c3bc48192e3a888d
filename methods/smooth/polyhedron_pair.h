#pragma once

#include <vector>

#include "methods/geometry/facet_model.h"
#include "methods/smooth/extremal_points.h"

namespace touchstone {

/// Where a smooth solid is nearest to a feature of a polyhedron, which is A.
struct PolyhedronContact {
    ExtremalPair pair;
    FacetFeature feature;
};

/// What comes of a smooth solid and a polyhedron.
struct PolyhedronAnswer {
    std::vector<PolyhedronContact> contacts;  ///< nearest first
    std::string why_not;                      ///< why it cannot be told; empty: it can
    int iterations = 0;                       ///< Newton steps in all
};

/// Returns the extremal points of a polyhedron and a smooth solid with gaps of at most `reach`, in
/// the frame of the polyhedron: of a facet along its normal, of an edge between the normals of its
/// facets, of a corner in the cone of its normals. Of a convex polyhedron and a convex solid only
/// the pair that is farthest apart is one; of others all local ones are, of which several can touch
/// at once. Bowls are not answered for.
PolyhedronAnswer polyhedron_pair(const FacetModel& a, const PlacedSolid& b, double reach);

}  // namespace touchstone
