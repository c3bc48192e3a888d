#pragma once

#include <array>
#include <cstdint>

#include "methods/base/types.h"

namespace touchstone {

enum class FeatureType : std::uint8_t { Vertex, Edge, Face, Tetrahedron };

/// A mesh element: as many vertex indices into the body's TetMesh as its type has (1, 2, 3, 4), in
/// rising order; the unused ones are -1.
struct Feature {
    FeatureType type = FeatureType::Vertex;
    std::array<int, 4> vertices{-1, -1, -1, -1};

    auto operator<=>(const Feature&) const = default;
};

/// One contact between bodies A and B, in world frame.
struct ContactPoint {
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the two surfaces [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< unit length, points from A to B
    double separation = kUnset;              ///< gap along `normal`; negative: penetration [m]
    Feature feature_a;                       ///< the element of A that made the point
    Feature feature_b;                       ///< the element of B that made the point
    int body_a = -1;                         ///< index of A in the scene
    int body_b = -1;                         ///< index of B in the scene
};

}  // namespace touchstone
