#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class OpposingNormal { Average, FaceA };
enum class Sandwich { Both, Either };  ///< how many of the two opposite vertices must lie in front

struct OpposingSettings : SharedPointSettings {
    OpposingNormal opposing_normal = OpposingNormal::Average;
    Sandwich sandwich = Sandwich::Both;
};

template <>
const LocalOptions& local_options<OpposingSettings>();

}  // namespace touchstone
