#pragma once

#include <span>
#include <vector>

#include "methods/geometry/facet_growth.h"

namespace touchstone {

/// A straight run of mesh edges with one facet on each side, from a corner to a corner.
struct FacetChain {
    std::vector<int> half_edges;  ///< half-edges of the surface in order, the left facet on their
                                  ///< left
};

/// Cuts the borders between facets into straight edges: each once, directed from its lower vertex
/// to its higher one. A border vertex ends an edge unless exactly two edges meet at it, between the
/// same two facets and in line: within `flat` [m] of the straight edge, or with a bend below 0.05°.
std::vector<FacetChain> find_facet_edges(const OrderedSurface& surface,
                                         const FacetPartition& partition, double flat);

}  // namespace touchstone
