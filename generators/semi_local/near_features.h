#pragma once

#include <vector>

#include "generators/semi_local/pair_frame.h"

namespace touchstone::semi_local {

struct FeaturePair {
    int a = -1;
    int b = -1;

    auto operator<=>(const FeaturePair&) const = default;
};

/// Pairs of features whose boxes come within 2ε of each other, in rising order.
struct NearFeatures {
    std::vector<FeaturePair> facets;  ///< that face each other
    std::vector<FeaturePair> facet_a_corner_b;
    std::vector<FeaturePair> corner_a_facet_b;
    std::vector<FeaturePair> edges;  ///< both convex

    std::vector<FeaturePair> stack;  ///< scratch: pairs of tree nodes
};

/// Walks both bodies' trees at once.
void find_near_features(const PairFrame& frame, NearFeatures& near);

}  // namespace touchstone::semi_local
