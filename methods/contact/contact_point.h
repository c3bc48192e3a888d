#pragma once

#include <array>
#include <cstdint>

#include "methods/base/types.h"

namespace touchstone {

/// The types of mesh element that a contact can lie on.
enum class FeatureType : std::uint8_t { Vertex, Edge, Face, Tetrahedron };

/// A mesh element: as many vertex indices into the body's TetMesh as its type has (1, 2, 3 or 4),
/// ascending; unused entries are -1.
struct Feature {
    FeatureType type = FeatureType::Vertex;
    std::array<int, 4> vertices{-1, -1, -1, -1};

    auto operator<=>(const Feature&) const = default;
};

/// One contact between bodies A and B, in world frame.
struct ContactPoint {
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the two surfaces [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< unit, points from A to B
    double separation = kUnset;              ///< signed gap along `normal`; negative: penetration
                                             ///< [m]
    Feature feature_a;                       ///< element of A that produced the contact
    Feature feature_b;                       ///< element of B that produced the contact
    int body_a = -1;                         ///< index of A in the scene
    int body_b = -1;                         ///< index of B in the scene
    double force = kUnset;  ///< normal force ≥ 0, up to a factor that a scene's contacts share;
                            ///< unset: the method finds no forces [-]
};

}  // namespace touchstone
