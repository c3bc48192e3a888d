#pragma once

#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// The contacts of one test case with one generator.
struct ContactList {
    Provenance provenance;
    std::string case_id;
    std::string generator_id;
    QueryPose pose = QueryPose::Initial;
    std::vector<std::string> body_names;  ///< names of the bodies, by index
    std::vector<ContactPoint> contacts;
};

/// Returns "vertex", "edge", "face" or "tet".
const char* feature_name(FeatureType type);

/// Returns the vertex indices of a feature.
std::vector<int> feature_vertices(const Feature& feature);

/// Returns an element of a body by its vertices: "face:6 7 11".
std::string feature_text(const Feature& feature);

}  // namespace touchstone::reports
