#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class GrowthFace { Best, First };
enum class GrowthStep {
    Safe,  ///< nine tenths of a step that cannot overlap
    Code   ///< the scale is one minus the gap's share of the centroids' distance: the research
           ///< code's, which may overlap
};
enum class GrowthEnd {
    SmallGap,  ///< at a hundredth of the smaller diameter
    Code  ///< at twice that, or at twice the first gap if it is less: touching tets do not grow
};

struct GrowthSettings : SharedPointSettings {
    double first_scale = 1.0;  ///< scale that is tried first, in [0.001, 1]
    GrowthStep growth_step = GrowthStep::Safe;
    GrowthEnd growth_end = GrowthEnd::SmallGap;
    GrowthFace growth_face = GrowthFace::Best;
    bool surface_faces_only = false;  ///< only faces of the body's surface may give the normal
};

template <>
const LocalOptions& local_options<GrowthSettings>();

}  // namespace touchstone
