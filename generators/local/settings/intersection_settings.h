#pragma once

#include <limits>

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class VfNormal { Unit, Raw };  ///< Raw: length is twice the triangle's area
enum class EdgeSeparation { SkipEdgePair, LeaveTetPair };

struct IntersectionSettings : LocalSettings {
    VfNormal vf_normal = VfNormal::Unit;
    EdgeSeparation edge_separation = EdgeSeparation::SkipEdgePair;
    double closeness = std::numeric_limits<double>::infinity();  ///< deepest V-F contact [m]
};

template <>
const LocalOptions& local_options<IntersectionSettings>();

}  // namespace touchstone
