#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

/// The source of the normal: the mean of both faces, or A's face alone.
enum class OpposingNormal { Average, FaceA };
/// The number of the two opposite vertices that must lie in front.
enum class Sandwich { Both, Either };

/// The settings of opposing.
struct OpposingSettings : SharedPointSettings {
    OpposingNormal opposing_normal = OpposingNormal::Average;
    Sandwich sandwich = Sandwich::Both;
};

template <>
const LocalOptions& local_options<OpposingSettings>();

}  // namespace touchstone
