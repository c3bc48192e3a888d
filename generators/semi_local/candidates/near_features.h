#pragma once

#include <array>
#include <vector>

#include "generators/semi_local/candidates/pair_frame.h"
#include "methods/base/number_pair.h"

namespace touchstone::semi_local {

/// A feature of A and one of B, by index in the lists of their types.
struct FeaturePair {
    int a = -1;
    int b = -1;

    auto operator<=>(const FeaturePair&) const = default;
};

/// A bounding box as it is compared with many others, by three comparisons and one branch [m].
struct ComparedBox {
    NumberPair lower{};   ///< x and y
    NumberPair upper{};   ///< x and y
    NumberPair low_z{};   ///< lower z, negated upper z
    NumberPair high_z{};  ///< upper z, negated lower z

    ComparedBox() = default;
    explicit ComparedBox(const BoundingBox& box)
        : lower{box.lower.x(), box.lower.y()},
          upper{box.upper.x(), box.upper.y()},
          low_z{box.lower.z(), -box.upper.z()},
          high_z{box.upper.z(), -box.lower.z()} {}
};

/// Returns true when the boxes share a point, as of BoundingBox.
inline bool overlap(const ComparedBox& a, const ComparedBox& b) {
    return (pair_bits(a.lower <= b.upper) & pair_bits(b.lower <= a.upper) &
            pair_bits(a.low_z <= b.high_z)) == 3;
}

/// A feature and its bounding box.
struct BoundedFeature {
    FacetFeature feature;
    ComparedBox box;
};

/// Features of one body, by type.
struct FeaturesByType {
    std::array<std::vector<BoundedFeature>, 3> lists;

    /// Returns the features of one type.
    std::vector<BoundedFeature>& of(FacetFeatureType type) {
        return lists[static_cast<std::size_t>(type)];
    }
    /// Empties all lists, keeping their memory.
    void clear() {
        for (std::vector<BoundedFeature>& list : lists) {
            list.clear();
        }
    }
};

/// Pairs of features that may come within 2ε of each other, now or on the way, in ascending order:
/// all that do, and others that are as near as boxes tell. How many of these depends on the trees.
struct NearFeatures {
    std::vector<FeaturePair> facets;  ///< facets that face each other
    std::vector<FeaturePair> facet_a_corner_b;
    std::vector<FeaturePair> corner_a_facet_b;
    std::vector<FeaturePair> edges;  ///< edges, both convex

    std::vector<FeaturePair> stack;  ///< scratch: pairs of tree nodes
    FeaturesByType of_a;             ///< scratch: features of A below one node, that may be near
    FeaturesByType of_b;             ///< scratch: features of B, with
                                     ///< boxes in A's frame, grown by what
                                     ///< they may come nearer by, and 2ε
    std::vector<Vec3> normals_of_b;  ///< scratch: normals of the facets of `of_b`, A's frame
};

/// A motion of B relative to A, for features that come near each other on the way.
struct FeatureSweep {
    Vec3 travel = Vec3::Zero();  ///< displacement of B's material at the centre of the smaller
                                 ///< body, A's frame [m]
    double around = 0.0;         ///< largest further displacement of a point of the smaller body,
                                 ///< in any direction [m]
    double turn = 0.0;           ///< angle by which facets may turn towards each other [rad]
};

/// Returns true when two facets face each other, as those of NearFeatures do.
bool face_each_other(const PairFrame& frame, const FeaturePair& facets);

/// Finds the pairs by traversing both bodies' trees together: those near now, or on the way.
void find_near_features(const PairFrame& frame, NearFeatures& near, const FeatureSweep& sweep = {});

/// Finds the pairs near now, and in `ahead` those near now or on the way, in one traversal.
void find_near_features(const PairFrame& frame, NearFeatures& near, NearFeatures& ahead,
                        const FeatureSweep& sweep);

}  // namespace touchstone::semi_local
