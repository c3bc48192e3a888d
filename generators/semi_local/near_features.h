#pragma once

#include <array>
#include <vector>

#include "generators/semi_local/pair_frame.h"

namespace touchstone::semi_local {

struct FeaturePair {
    int a = -1;
    int b = -1;

    auto operator<=>(const FeaturePair&) const = default;
};

/// A feature and the box that it is looked for with [m].
struct BoundedFeature {
    FacetFeature feature;
    BoundingBox box;
};

/// Features of one body, apart by type.
struct FeaturesByType {
    std::array<std::vector<BoundedFeature>, 3> lists;

    std::vector<BoundedFeature>& of(FacetFeatureType type) {
        return lists[static_cast<std::size_t>(type)];
    }
    void clear() {
        for (std::vector<BoundedFeature>& list : lists) {
            list.clear();
        }
    }
};

/// Pairs of features whose boxes come within 2ε of each other, in rising order.
struct NearFeatures {
    std::vector<FeaturePair> facets;  ///< that face each other
    std::vector<FeaturePair> facet_a_corner_b;
    std::vector<FeaturePair> corner_a_facet_b;
    std::vector<FeaturePair> edges;  ///< both convex

    std::vector<FeaturePair> stack;  ///< scratch: pairs of tree nodes
    FeaturesByType of_a;             ///< scratch: of one such pair, those that may be near
    FeaturesByType of_b;             ///< scratch: boxes in A's frame, grown by 2ε
};

/// Walks both bodies' trees at once.
void find_near_features(const PairFrame& frame, NearFeatures& near);

}  // namespace touchstone::semi_local
