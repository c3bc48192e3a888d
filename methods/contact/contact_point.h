#pragma once

#include <array>
#include <cstdint>

#include "methods/base/kept_apart.h"
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

/// The plane between two features that turn with their bodies: of two edges it is spanned by both,
/// of a facet and a corner by the facet. The gap along its normal is that between any two points of
/// the features. All in world frame, at the query.
struct TurningPlane {
    std::array<Vec3, 2> along{Vec3::Zero(), Vec3::Zero()};  ///< unit directions that span it
    std::array<bool, 2> turns_with_b{false, false};  ///< the body with which each direction turns
    Vec3 point_a = Vec3::Zero();                     ///< a point of A's feature [m]
    Vec3 point_b = Vec3::Zero();                     ///< a point of B's feature [m]
};

/// Turn of bodies in a step, of less than which it makes no difference how planes turn [rad].
inline constexpr double kLeastPlaneTurn = 1e-6;

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
    KeptApart<TurningPlane> plane;  ///< plane between the features of a contact, for bodies that
                                    ///< turn; unset: not told
};

}  // namespace touchstone
