#include "generators/semi_local/near_features.h"

#include <algorithm>
#include <array>

namespace touchstone::semi_local {
namespace {

class TreeWalk {
 public:
    TreeWalk(const PairFrame& frame, NearFeatures& near)
        : frame_(frame),
          near_(near),
          reach_(2.0 * frame.tolerances.envelope),
          turned_extent_(frame.a_from_b.cwiseAbs()) {}

    void run() {
        const std::span<const FeatureTree::Node> nodes_a = frame_.a->tree.nodes();
        const std::span<const FeatureTree::Node> nodes_b = frame_.b->tree.nodes();
        if (nodes_a.empty() || nodes_b.empty()) {
            return;
        }
        std::vector<FeaturePair>& stack = near_.stack;
        stack.clear();
        stack.push_back({0, 0});
        while (!stack.empty()) {
            const auto [i, j] = stack.back();
            stack.pop_back();
            const FeatureTree::Node& a = nodes_a[i];
            const FeatureTree::Node& b = nodes_b[j];
            const BoundingBox box_b = box_from_b(b.box);
            if (!overlap(a.box, box_b)) {
                continue;
            }
            if (a.left < 0 && b.left < 0) {
                visit_leaves(a, b);
            } else if (b.left < 0 || (a.left >= 0 && is_larger(a.box, box_b))) {
                stack.push_back({a.right, j});
                stack.push_back({a.left, j});
            } else {
                stack.push_back({i, b.right});
                stack.push_back({i, b.left});
            }
        }
    }

 private:
    /// In A's frame, grown by the reach.
    BoundingBox box_from_b(const BoundingBox& box) const {
        const Vec3 center = frame_.from_b(0.5 * (box.lower + box.upper));
        const Vec3 half = turned_extent_ * (0.5 * (box.upper - box.lower));
        const Vec3 grown = half.array() + reach_;
        return {center - grown, center + grown};
    }

    static bool is_larger(const BoundingBox& a, const BoundingBox& b) {
        return (a.upper - a.lower).squaredNorm() > (b.upper - b.lower).squaredNorm();
    }

    void visit_leaves(const FeatureTree::Node& a, const FeatureTree::Node& b) {
        for (const BoundedFeature& of_b : frame_.b->tree.features_of(b)) {
            const BoundingBox box_b = box_from_b(of_b.box);
            for (const BoundedFeature& of_a : frame_.a->tree.features_of(a)) {
                if (overlap(of_a.box, box_b)) {
                    visit(of_a.feature, of_b.feature);
                }
            }
        }
    }

    void visit(const FacetFeature& a, const FacetFeature& b) {
        using enum FacetFeatureType;
        const FeaturePair pair{a.index, b.index};
        if (a.type == Facet && b.type == Facet) {
            const Vec3& normal_a = frame_.a->facets[a.index].normal;
            const Vec3 normal_b = frame_.direction_from_b(frame_.b->facets[b.index].normal);
            if (normal_a.dot(normal_b) < -frame_.tolerances.cos_angle) {
                near_.facets.push_back(pair);
            }
        } else if (a.type == Facet && b.type == Corner) {
            near_.facet_a_corner_b.push_back(pair);
        } else if (a.type == Corner && b.type == Facet) {
            near_.corner_a_facet_b.push_back(pair);
        } else if (a.type == Edge && b.type == Edge && frame_.a->edges[a.index].convex &&
                   frame_.b->edges[b.index].convex) {
            near_.edges.push_back(pair);
        }
    }

    const PairFrame& frame_;
    NearFeatures& near_;
    double reach_;
    Mat3 turned_extent_;  ///< from half sizes of boxes in B's frame to those in A's
};

}  // namespace

void find_near_features(const PairFrame& frame, NearFeatures& near) {
    for (auto* list : {&near.facets, &near.facet_a_corner_b, &near.corner_a_facet_b, &near.edges}) {
        list->clear();
    }
    TreeWalk(frame, near).run();
    // The shape of the trees must not show.
    for (auto* list : {&near.facets, &near.facet_a_corner_b, &near.corner_a_facet_b, &near.edges}) {
        std::sort(list->begin(), list->end());
    }
}

}  // namespace touchstone::semi_local
