#include "reports/tables/contact_list.h"

namespace touchstone::reports {

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

std::string feature_text(const Feature& feature) {
    std::string text = std::string(feature_name(feature.type)) + ":";
    for (const int vertex : feature_vertices(feature)) {
        text += (text.back() == ':' ? "" : " ") + std::to_string(vertex);
    }
    return text;
}

}  // namespace touchstone::reports
