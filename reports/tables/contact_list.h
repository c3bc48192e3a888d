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
    std::vector<std::string> body_names;  ///< by index
    std::vector<ContactPoint> contacts;
};

/// "vertex", "edge", "face", "tet".
const char* feature_name(FeatureType type);

/// The vertex indices a feature has.
std::vector<int> feature_vertices(const Feature& feature);

/// An element of a body by its vertices: "face:6 7 11".
std::string feature_text(const Feature& feature);

}  // namespace touchstone::reports
