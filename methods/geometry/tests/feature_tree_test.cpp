#include "methods/geometry/feature_tree.h"

#include <algorithm>
#include <random>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

std::vector<BoundedFeature> random_boxes(int count) {
    std::mt19937_64 random(11);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<BoundedFeature> features;
    for (int i = 0; i < count; ++i) {
        const Vec3 lower(uniform(), uniform(), uniform());
        const Vec3 size(0.1 * uniform(), 0.1 * uniform(), 0.1 * uniform());
        features.push_back({{FacetFeatureType(i % 3), i}, {lower, lower + size}});
    }
    return features;
}

}  // namespace

TEST_CASE("a tree finds the features near a box, each once", "[feature_tree]") {
    const int count = GENERATE(0, 1, 4, 5, 300);
    const std::vector<BoundedFeature> features = random_boxes(count);
    const FeatureTree tree(features);
    std::vector<int> stack;
    for (const double low : {-1.0, 0.2, 0.55, 2.0}) {
        const BoundingBox box{Vec3::Constant(low), Vec3::Constant(low + 0.3)};
        std::vector<FacetFeature> found;
        tree.visit_near(box, stack, [&](const FacetFeature& feature) { found.push_back(feature); });
        std::vector<FacetFeature> expected;
        for (const BoundedFeature& feature : features) {
            if (overlap(feature.box, box)) {
                expected.push_back(feature.feature);
            }
        }
        std::sort(found.begin(), found.end());
        std::sort(expected.begin(), expected.end());
        CHECK(found == expected);
    }
}
