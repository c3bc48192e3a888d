#include "generators/semi_local/candidates/near_features.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace touchstone::semi_local {
namespace {

/// Number of features of each body up to which all are compared at once: traversing the nodes above
/// them would cost more.
constexpr int kFewFeatures = 32;

/// Returns the cosine below which the normals of two facets are that of facets which face each
/// other once they have turned by up to an angle; above all cosines where that is half a turn or
/// more.
double largest_cosine(double angle) {
    constexpr double kAbove = 2.0;
    return angle < std::numbers::pi ? -std::cos(angle) : kAbove;
}

class TreeWalk {
 public:
    /// `now`: where pairs that are near now are listed as well; may be null.
    TreeWalk(const PairFrame& frame, NearFeatures& near, const FeatureSweep& sweep,
             NearFeatures* now)
        : frame_(frame),
          near_(near),
          now_(now),
          reach_now_(2.0 * frame.tolerances.envelope),
          reach_(reach_now_ + sweep.around),
          back_(sweep.travel.cwiseMin(0.0)),
          ahead_(sweep.travel.cwiseMax(0.0)),
          largest_cosine_now_(-frame.tolerances.cos_angle),
          largest_cosine_(sweep.turn > 0.0 ? largest_cosine(frame.tolerances.angle + sweep.turn)
                                           : largest_cosine_now_),
          turned_extent_(frame.a_from_b.cwiseAbs()) {}

    /// Finds the pairs. Returns true when they are in ascending order.
    bool run() {
        const std::span<const BoxTree::Node> nodes_a = frame_.a->tree.nodes();
        const std::span<const BoxTree::Node> nodes_b = frame_.b->tree.nodes();
        if (nodes_a.empty() || nodes_b.empty()) {
            return true;
        }
        std::vector<FeaturePair>& stack = near_.stack;
        stack.clear();
        stack.push_back({0, 0});
        while (!stack.empty()) {
            const auto [i, j] = stack.back();
            stack.pop_back();
            const BoxTree::Node& a = nodes_a[i];
            const BoxTree::Node& b = nodes_b[j];
            const BoundingBox& box_a = frame_.a->boxes.nodes[i];
            const BoundingBox box_b = swept(turned(frame_.b->boxes.nodes[j]));
            // The box around a large facet that is turned holds much that is far from it: below the
            // roots boxes are compared in both frames.
            const bool is_root = i == 0 && j == 0;
            if (!overlap(box_a, box_b) ||
                (!is_root && !overlap(swept_from_a(box_a), frame_.b->boxes.nodes[j]))) {
                continue;
            }
            const bool few_a = a.count <= kFewFeatures;
            const bool few_b = b.count <= kFewFeatures;
            if (few_a && few_b) {
                visit_all(a, box_a, b);
            } else if (few_b || (!few_a && is_larger(box_a, box_b))) {
                stack.push_back({a.right, j});
                stack.push_back({i + 1, j});
            } else {
                stack.push_back({i, b.right});
                stack.push_back({i, j + 1});
            }
        }
        return nodes_a[0].count <= kFewFeatures && nodes_b[0].count <= kFewFeatures;
    }

 private:
    /// A box of B turned into A's frame, and the box around that.
    struct TurnedBox {
        Vec3 center;
        Vec3 half;  ///< half sizes

        BoundingBox grown(double reach) const {
            const Vec3 extent = half.array() + reach;
            return {center - extent, center + extent};
        }
    };
    TurnedBox turned(const BoundingBox& box) const {
        return {frame_.from_b(0.5 * (box.lower + box.upper)),
                product(turned_extent_, 0.5 * (box.upper - box.lower))};
    }

    /// Returns that of a feature of B. A corner's is a point.
    TurnedBox turned_box_of(const FacetFeature& feature, const BoundingBox& box) const {
        return feature.type == FacetFeatureType::Corner
                   ? TurnedBox{frame_.from_b(box.lower), Vec3::Zero()}
                   : turned(box);
    }

    /// Returns the box around it, grown by the reach and the travel.
    BoundingBox swept(const TurnedBox& box) const {
        const BoundingBox grown = box.grown(reach_);
        return {grown.lower + back_, grown.upper + ahead_};
    }

    /// Returns the box of a node of A in B's frame, grown by the reach and the travel.
    BoundingBox swept_from_a(const BoundingBox& box) const {
        const Vec3 center = frame_.to_b(0.5 * (box.lower + box.upper));
        const Vec3 half = transposed_product(turned_extent_, 0.5 * (box.upper - box.lower));
        const Vec3 extent = half.array() + reach_;
        const Vec3 back = frame_.direction_to_b(-(back_ + ahead_));
        return {center - extent + back.cwiseMin(0.0), center + extent + back.cwiseMax(0.0)};
    }

    static bool is_larger(const BoundingBox& a, const BoundingBox& b) {
        return (a.upper - a.lower).squaredNorm() > (b.upper - b.lower).squaredNorm();
    }

    /// Compares all features below two nodes. Every feature of B is brought into A's frame once;
    /// features of A to which none of them comes near are left out.
    [[gnu::flatten]] void visit_all(const BoxTree::Node& a, const BoundingBox& box_a,
                                    const BoxTree::Node& b) {
        near_.of_a.clear();
        near_.of_b.clear();
        if (now_ != nullptr) {
            now_->of_b.clear();
        }
        const ComparedBox compared_a(box_a);
        BoundingBox all_b;
        for (int i = b.first; i < b.first + b.count; ++i) {
            const int place = place_of(*frame_.b, b, i);
            const FacetFeature& of_b = frame_.b->features[place];
            const TurnedBox turned_b = turned_box_of(of_b, frame_.b->boxes.places[place]);
            const BoundingBox box_b = swept(turned_b);
            const ComparedBox compared_b(box_b);
            if (overlap(compared_a, compared_b) && can_touch(*frame_.b, of_b)) {
                near_.of_b.of(of_b.type).push_back({of_b, compared_b});
                extend(all_b, box_b);
                if (now_ != nullptr) {
                    now_->of_b.of(of_b.type).push_back(
                        {of_b, ComparedBox(turned_b.grown(reach_now_))});
                }
            }
        }
        const ComparedBox compared_all_b(all_b);
        for (int i = a.first; i < a.first + a.count; ++i) {
            const int place = place_of(*frame_.a, a, i);
            const FacetFeature& of_a = frame_.a->features[place];
            const ComparedBox box_of_a(frame_.a->boxes.places[place]);
            if (overlap(box_of_a, compared_all_b) && can_touch(*frame_.a, of_a)) {
                near_.of_a.of(of_a.type).push_back({of_a, box_of_a});
            }
        }
        using enum FacetFeatureType;
        const auto any = [](const BoundedFeature&, std::size_t) { return kAnyCosine; };
        append_near_pairs(Facet, Corner, &NearFeatures::facet_a_corner_b, any);
        append_near_pairs(Corner, Facet, &NearFeatures::corner_a_facet_b, any);
        append_near_pairs(Edge, Edge, &NearFeatures::edges, any);
        append_near_facets();
    }

    /// Returns the place of a feature, by its number among the node's: of few features in ascending
    /// order, so that pairs need not be sorted. The walk never goes below the root of so few.
    static int place_of(const FacetModel& model, [[maybe_unused]] const BoxTree::Node& node,
                        int number) {
        if (std::ssize(model.features) > kFewFeatures) {
            return number;
        }
        assert(node.first == 0);
        return model.places_by_feature[number];
    }

    /// Returns false for concave edges.
    static bool can_touch(const FacetModel& model, const FacetFeature& feature) {
        return feature.type != FacetFeatureType::Edge || model.edges[feature.index].convex;
    }

    void append_near_facets() {
        near_.normals_of_b.clear();
        if (near_.of_a.of(FacetFeatureType::Facet).empty()) {
            return;
        }
        for (const BoundedFeature& b : near_.of_b.of(FacetFeatureType::Facet)) {
            near_.normals_of_b.push_back(
                frame_.direction_from_b(frame_.b->facets[b.feature.index].normal));
        }
        append_near_pairs(
            FacetFeatureType::Facet, FacetFeatureType::Facet, &NearFeatures::facets,
            [&](const BoundedFeature& a, std::size_t b) {
                return frame_.a->facets[a.feature.index].normal.dot(near_.normals_of_b[b]);
            });
    }

    /// `cosine_of(a, number of b)`: returns that of the angle between the normals of two facets.
    template <typename CosineOf>
    void append_near_pairs(FacetFeatureType type_a, FacetFeatureType type_b,
                           std::vector<FeaturePair> NearFeatures::*list,
                           const CosineOf& cosine_of) {
        const std::vector<BoundedFeature>& all_b = near_.of_b.of(type_b);
        for (const BoundedFeature& a : near_.of_a.of(type_a)) {
            for (std::size_t i = 0; i < all_b.size(); ++i) {
                if (!overlap(a.box, all_b[i].box)) {
                    continue;
                }
                const FeaturePair pair{a.feature.index, all_b[i].feature.index};
                const double cosine = cosine_of(a, i);
                if (!(cosine < largest_cosine_)) {
                    continue;
                }
                (near_.*list).push_back(pair);
                if (now_ != nullptr && cosine < largest_cosine_now_ &&
                    overlap(a.box, now_->of_b.of(type_b)[i].box)) {
                    (now_->*list).push_back(pair);
                }
            }
        }
    }

    static constexpr double kAnyCosine = -2.0;  ///< of features other than facets

    const PairFrame& frame_;
    NearFeatures& near_;
    NearFeatures* now_;
    double reach_now_;           ///< distance within which features are near now [m]
    double reach_;               ///< the same of those on the way, less the travel [m]
    Vec3 back_;                  ///< what the travel adds to boxes of B at their lower ends
    Vec3 ahead_;                 ///< the same at their upper ends
    double largest_cosine_now_;  ///< of the normals of facets that face each other now
    double largest_cosine_;      ///< the same of those that may on the way
    Mat3 turned_extent_;         ///< absolute rotation: half sizes of boxes in
                                 ///< B's frame times this give those in A's
};

void clear_lists(NearFeatures& near) {
    for (auto* list : {&near.facets, &near.facet_a_corner_b, &near.corner_a_facet_b, &near.edges}) {
        list->clear();
    }
}

/// Sorts the lists: how the trees are traversed must not tell the order.
void sort_lists(NearFeatures& near) {
    for (auto* list : {&near.facets, &near.facet_a_corner_b, &near.corner_a_facet_b, &near.edges}) {
        std::sort(list->begin(), list->end());
    }
}

}  // namespace

bool face_each_other(const PairFrame& frame, const FeaturePair& facets) {
    const Vec3& normal_a = frame.a->facets[facets.a].normal;
    const Vec3 normal_b = frame.direction_from_b(frame.b->facets[facets.b].normal);
    return normal_a.dot(normal_b) < -frame.tolerances.cos_angle;
}

void find_near_features(const PairFrame& frame, NearFeatures& near, const FeatureSweep& sweep) {
    clear_lists(near);
    if (!TreeWalk(frame, near, sweep, nullptr).run()) {
        sort_lists(near);
    }
}

void find_near_features(const PairFrame& frame, NearFeatures& near, NearFeatures& ahead,
                        const FeatureSweep& sweep) {
    clear_lists(near);
    clear_lists(ahead);
    if (!TreeWalk(frame, ahead, sweep, &near).run()) {
        sort_lists(near);
        sort_lists(ahead);
    }
}

}  // namespace touchstone::semi_local
