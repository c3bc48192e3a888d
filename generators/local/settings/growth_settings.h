#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class GrowthFace { Best, First };

struct GrowthSettings : SharedPointSettings {
    double first_scale = 1.0;  ///< scale that is tried first, in [0.001, 1]
    GrowthFace growth_face = GrowthFace::Best;
    bool surface_faces_only = false;  ///< only faces of the body's surface may give the normal
};

template <>
const LocalOptions& local_options<GrowthSettings>();

}  // namespace touchstone
