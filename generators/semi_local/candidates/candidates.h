#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/candidates/regions.h"

namespace touchstone::semi_local {

/// A possible contact: a corner on a facet, or two edges that cross, within the envelope, with a
/// normal that separates the solids near them as far as these features show.
struct Candidate {
    FacetFeature feature_a;                  ///< a facet, corner or edge of A
    FacetFeature feature_b;                  ///< a corner, facet or edge of B
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the surfaces, A's frame [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< unit vector from A to B, A's frame
    double separation = kUnset;              ///< gap along the normal, negative: penetration [m]
    bool is_silent = false;                  ///< already covered by a region: it takes
                                             ///< part in decisions, but is no contact
    bool is_loose = false;  ///< ahead: true where, as the features meet, a solid hangs over the
                            ///< plane, or they lie beside each other by less than the envelope

    /// Returns true for two edges, false for a corner and a facet.
    bool is_edge_pair() const { return feature_a.type == FacetFeatureType::Edge; }
};

/// Finds all candidates of a pair: corners of B on facets of A, corners of A on facets of B, and
/// pairs of edges, each sorted by features.
///
/// At a concave edge or corner of one body every facet that passes the test is a candidate: two in
/// a crack, four in a hole. Nearly parallel edges are no candidates, since their cross product is
/// mostly rounding error; they touch with their ends.
///
/// A candidate that a region covers is silent, see is_silent. Without it its rivals, such as the
/// side of a neighbouring step, would win unopposed.
void find_candidates(const PairFrame& frame, const NearFeatures& near, const Regions& regions,
                     std::vector<Candidate>& candidates);

/// The kinds of pair that make candidates, as in NearFeatures.
enum class PairKind : std::uint8_t { FacetCorner, CornerFacet, EdgeEdge };

/// Returns the kind of pair that makes a candidate.
PairKind kind_of(const Candidate& candidate);

/// The features of a pair, with their types.
struct PairFeatures {
    FacetFeature a;
    FacetFeature b;
};

/// Returns the features of a pair of that kind.
PairFeatures features_of(PairKind kind, const FeaturePair& pair);

/// Returns true when `visit` says so of a facet at the feature: the facet itself, those beside an
/// edge, or those around a corner.
template <typename Visit>
bool any_facet_at(const FacetModel& model, const FacetFeature& feature, const Visit& visit) {
    switch (feature.type) {
        case FacetFeatureType::Corner:
            return std::ranges::any_of(
                part_of(model.corner_facets, model.corners[feature.index].facets), visit);
        case FacetFeatureType::Edge:
            return visit(model.edges[feature.index].left) ||
                   visit(model.edges[feature.index].right);
        case FacetFeatureType::Facet:
            return visit(feature.index);
    }
    return false;
}

/// Returns true when some region lies between a facet at A's feature and a facet at B's.
bool is_silent(const PairFrame& frame, const PairFeatures& features, const Regions& regions);

/// Appends the candidates of one pair of features. Two edges make at most two, others one.
void append_candidates(const PairFrame& frame, PairKind kind, const FeaturePair& pair,
                       const Regions& regions, std::vector<Candidate>& candidates);

/// Returns true for features that do not overlap whatever their separation, and will not within
/// `time` at constant velocities: a corner beyond the facet's border and not in the body, such as
/// one that hangs over the edge of a table beside it, and edges whose lines come closest beyond an
/// end. Where the solid goes on beyond the border or end, as at the inner corner of a bracket,
/// features do overlap.
bool stays_beside(const PairFrame& frame, PairKind kind, const FeaturePair& pair, double time);

/// Returns true for features that do not overlap now whatever their separation, as above.
bool lie_beside(const PairFrame& frame, PairKind kind, const FeaturePair& pair);

/// Returns true for a corner that is on the facet beyond a near border of its facet, up to
/// rounding, or outside of it: however deep it is below the facet itself, it is not in the body.
/// False where the solid goes on beyond that border, and for edges.
bool lies_on_next_facet(const PairFrame& frame, PairKind kind, const FeaturePair& pair);

}  // namespace touchstone::semi_local
