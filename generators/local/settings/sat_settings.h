#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

/// The settings of volume_sat and surface_sat.
struct SatSettings : SharedPointSettings {
    double face_bias = 0.0;  ///< an edge axis must win by more than this [m]
};

template <>
const LocalOptions& local_options<SatSettings>();

}  // namespace touchstone
