#pragma once

#include "generators/local/settings/local_settings.h"

namespace touchstone {

/// The face that gives the normal of a vertex inside the other tetrahedron.
enum class FaceChoice { Closest, Farthest };

/// The settings of vertex_only.
struct VertexOnlySettings : LocalSettings {
    FaceChoice face_choice = FaceChoice::Closest;
};

template <>
const LocalOptions& local_options<VertexOnlySettings>();

}  // namespace touchstone
