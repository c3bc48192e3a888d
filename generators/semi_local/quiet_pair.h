#pragma once

#include <optional>
#include <span>
#include <vector>

#include "generators/pair_memory.h"
#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/candidates/regions.h"
#include "methods/base/pause.h"

namespace touchstone::semi_local {

// What is remembered of two bodies between queries. Most pairs of a stack are quiet: every pair of
// features that could be a candidate is either silent, since it borders a region, or is rejected.
// Then the regions alone make contacts. Which pairs are silent follows from the numbers of the
// facets that have regions; how far the bodies may move before a rejected pair could be a candidate
// follows from the inequality that rejects it. So while the relative motion is less than the least
// of these bounds, and the regions are of the same facets, nothing but the regions is computed, by
// the same arithmetic as ever.

/// What is remembered of one pair.
class QuietPair : public PairMemory {
 public:
    /// Returns true when the bodies have moved so little since a quiet query that any pair of
    /// features which no region makes silent is rejected.
    bool holds(const PairFrame& frame) const;

    /// Returns the pairs of facets among which all regions are, in ascending order.
    std::span<const FeaturePair> facets() const { return facets_; }

    /// Returns true when regions are of the facets that they were of in the quiet query.
    bool has_same_regions(const Regions& regions) const;

    /// Learns from a query in which everything was computed. `scratch` holds features for it.
    void learn(const PairFrame& frame, const Regions& regions,
               std::span<const Candidate> candidates, NearFeatures& scratch);

 private:
    /// The placement of B in A's frame.
    struct Placement {
        const FacetModel* a = nullptr;
        const FacetModel* b = nullptr;
        Mat3 a_from_b = Mat3::Identity();
        Vec3 origin_of_b = Vec3::Zero();  ///< [m]
    };

    static Placement placement_of(const PairFrame& frame);
    static double travel_from(const Placement& start, const PairFrame& frame);
    std::optional<double> room_wanted(const PairFrame& frame);
    void keep_quiet(const PairFrame& frame, const Regions& regions, double room,
                    std::span<const FeaturePair> facets);

    Placement last_;                    ///< at the last query in which everything was computed
    Placement quiet_;                   ///< at the quiet query
    double room_ = -1.0;                ///< travel from there within which it holds [m]; < 0: none
    std::vector<FeaturePair> facets_;   ///< facets that face each other, near then or within it
    std::vector<FeaturePair> regions_;  ///< facets of the regions, in their order
    Pause pause_;                       ///< after a try of which nothing came
};

}  // namespace touchstone::semi_local
