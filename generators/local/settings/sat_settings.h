#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

/// The settings of volume_sat and surface_sat.
struct SatSettings : SharedPointSettings {
    double face_bias = 0.0;  ///< an edge axis must win by more than this [m]
};

/// Length of the cross product of two edges, as a share of the product of the tets' sizes, up to
/// which they count as parallel: nothing is separated along it [-].
inline constexpr double kParallelShare = 1e-6;

template <>
const LocalOptions& local_options<SatSettings>();

}  // namespace touchstone
