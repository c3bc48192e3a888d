#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class FaceChoice { Closest, Farthest };

struct VertexOnlySettings : LocalSettings {
    FaceChoice face_choice = FaceChoice::Closest;
};

template <>
const LocalOptions& local_options<VertexOnlySettings>();

}  // namespace touchstone
