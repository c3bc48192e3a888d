#include "methods/geometry/feature_tree.h"

#include <algorithm>

namespace touchstone {
namespace {

/// A leaf of a few features costs less than the nodes above them would.
constexpr int kLeafFeatures = 4;

}  // namespace

FeatureTree::FeatureTree(std::vector<BoundedFeature> features) : features_(std::move(features)) {
    if (!features_.empty()) {
        nodes_.reserve(features_.size());
        append_node(0, static_cast<int>(features_.size()));
    }
}

int FeatureTree::append_node(int first, int count) {
    const int index = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    BoundingBox box;
    BoundingBox centers;
    for (const BoundedFeature& feature : std::span(features_).subspan(first, count)) {
        extend(box, feature.box);
        const Vec3 center = 0.5 * (feature.box.lower + feature.box.upper);
        extend(centers, {center, center});
    }
    nodes_[index].box = box;
    nodes_[index].first = first;
    nodes_[index].count = count;
    if (count <= kLeafFeatures) {
        return index;
    }
    int axis = 0;
    (centers.upper - centers.lower).maxCoeff(&axis);
    const auto middle = features_.begin() + first + count / 2;
    std::nth_element(features_.begin() + first, middle, features_.begin() + first + count,
                     [axis](const BoundedFeature& x, const BoundedFeature& y) {
                         const double at_x = x.box.lower[axis] + x.box.upper[axis];
                         const double at_y = y.box.lower[axis] + y.box.upper[axis];
                         return at_x != at_y ? at_x < at_y : x.feature < y.feature;
                     });
    const int left = append_node(first, count / 2);
    const int right = append_node(first + count / 2, count - count / 2);
    nodes_[index].left = left;
    nodes_[index].right = right;
    return index;
}

}  // namespace touchstone
