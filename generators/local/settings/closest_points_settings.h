#pragma once

#include "generators/local/settings/local_settings.h"
#include "methods/mesh/filling/erosion.h"

namespace touchstone {

enum class EdgeNormal { Separation, Code };

struct ClosestPointsSettings : LocalSettings {
    double envelope = 0.01;  ///< ε: contacts lie within 2ε of the eroded bodies [m]
    EdgeNormal edge_normal = EdgeNormal::Separation;
    bool low_features = true;  ///< V-E and V-V pairs, with lowest precedence
    Erosion erosion = Erosion::PlaneOffset;
};

template <>
const LocalOptions& local_options<ClosestPointsSettings>();

}  // namespace touchstone
