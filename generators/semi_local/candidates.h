#pragma once

#include <vector>

#include "generators/semi_local/near_features.h"
#include "generators/semi_local/pair_frame.h"
#include "generators/semi_local/regions.h"

namespace touchstone::semi_local {

/// A corner on a facet, or two edges that cross, within the envelope, with a normal that separates
/// the solids near them as far as these features can tell.
struct Candidate {
    FacetFeature feature_a;                  ///< Facet, Corner or Edge
    FacetFeature feature_b;                  ///< Corner, Facet or Edge
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway, A's frame [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< unit, A's frame, from A to B
    double separation = kUnset;              ///< along the normal [m]
    bool is_silent = false;  ///< a region says the same: it counts in decisions, but is no contact

    bool is_edge_pair() const { return feature_a.type == FacetFeatureType::Edge; }
};

/// All candidates of a pair: corners of B on facets of A, corners of A on facets of B, edge pairs,
/// each by rising features.
///
/// At a concave edge or corner of one body every facet that passes is a candidate: two in a crack,
/// four in a hole. Nearly parallel edges make none, since their cross product is noise; what they
/// touch with are their ends.
///
/// A candidate whose features border both facets of a region is silent. Without it its rivals, such
/// as the side of a neighbouring step, would win unopposed.
void find_candidates(const PairFrame& frame, const NearFeatures& near, const Regions& regions,
                     std::vector<Candidate>& candidates);

}  // namespace touchstone::semi_local
