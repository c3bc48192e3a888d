#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/geometry/bounding_box.h"

namespace touchstone {

enum class FacetFeatureType : std::uint8_t { Corner, Edge, Facet };

/// A feature of a facet model: its type and its index in the list of that type. The order is that
/// of contacts: corners, edges, facets.
struct FacetFeature {
    FacetFeatureType type = FacetFeatureType::Corner;
    int index = -1;

    auto operator<=>(const FacetFeature&) const = default;
};

struct BoundedFeature {
    FacetFeature feature;
    BoundingBox box;  ///< body frame [m]
};

/// Bounding boxes over the features of a body, in body frame. Nodes are stored parents first, the
/// root is node 0. Every query brings its own stack, so that none allocates.
class FeatureTree {
 public:
    struct Node {
        BoundingBox box;
        int left = -1;   ///< child; the right one is `right`; -1: a leaf
        int right = -1;  ///< child
        int first = 0;   ///< of the features below it, which follow each other
        int count = 0;   ///< of them
    };

    FeatureTree() = default;
    explicit FeatureTree(std::vector<BoundedFeature> features);

    std::span<const Node> nodes() const { return nodes_; }
    std::span<const BoundedFeature> features_of(const Node& leaf) const {
        return std::span(features_).subspan(leaf.first, leaf.count);
    }

    /// Calls `visit(feature)` for all features whose boxes touch `box`, in an order that depends on
    /// the body alone. `stack` is scratch.
    template <typename Visit>
    void visit_near(const BoundingBox& box, std::vector<int>& stack, const Visit& visit) const {
        stack.clear();
        if (!nodes_.empty()) {
            stack.push_back(0);
        }
        while (!stack.empty()) {
            const Node& node = nodes_[stack.back()];
            stack.pop_back();
            if (!overlap(node.box, box)) {
                continue;
            }
            if (node.left >= 0) {
                stack.push_back(node.right);
                stack.push_back(node.left);
                continue;
            }
            for (const BoundedFeature& bounded : features_of(node)) {
                if (overlap(bounded.box, box)) {
                    visit(bounded.feature);
                }
            }
        }
    }

 private:
    int append_node(int first, int count);

    std::vector<Node> nodes_;
    std::vector<BoundedFeature> features_;
};

}  // namespace touchstone
