#include "reports/tables/contact_list.h"

namespace touchstone {

const char* feature_name(FeatureType type) {
    switch (type) {
        case FeatureType::Vertex:
            return "vertex";
        case FeatureType::Edge:
            return "edge";
        case FeatureType::Face:
            return "face";
        case FeatureType::Tetrahedron:
            return "tet";
    }
    return "";
}

std::vector<int> feature_vertices(const Feature& feature) {
    const int count = static_cast<int>(feature.type) + 1;
    return {feature.vertices.begin(), feature.vertices.begin() + count};
}

}  // namespace touchstone
