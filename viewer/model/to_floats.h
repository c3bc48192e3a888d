#pragma once

#include <array>

#include "methods/base/types.h"

namespace touchstone::viewer {

/// Converts a position or direction to the format of vertices.
inline std::array<float, 3> to_floats(const Vec3& vector) {
    return {static_cast<float>(vector.x()), static_cast<float>(vector.y()),
            static_cast<float>(vector.z())};
}

}  // namespace touchstone::viewer
