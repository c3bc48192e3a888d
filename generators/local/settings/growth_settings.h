#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

/// The face that gives the normal of a contact: the best of those within 4 degrees, or the first.
enum class GrowthFace { Best, First };
/// The step by which tetrahedra grow.
enum class GrowthStep {
    Safe,  ///< nine tenths of a step that cannot overlap
    Code   ///< the scale is one minus the gap's share of the centroids' distance: the research
           ///< code's, which may overlap
};
/// The gap at which growth ends.
enum class GrowthEnd {
    SmallGap,  ///< a hundredth of the smaller diameter
    Code  ///< twice that, or twice the first gap if it is less: touching tetrahedra do not grow
};

/// The settings of growth.
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
