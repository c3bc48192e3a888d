#pragma once

#include "generators/semi_local/semi_local_settings.h"
#include "methods/base/types.h"
#include "methods/contact/collider.h"
#include "methods/geometry/facet_model.h"

namespace touchstone::semi_local {

/// What counts as touching, equal, parallel. All lengths follow from the sizes of the two bodies,
/// so that scaling the scene changes nothing.
struct PairTolerances {
    double envelope = kUnset;  ///< ε: gaps and overlaps up to this are contacts; nothing smaller is
                               ///< told apart [m]
    double tie = kUnset;    ///< ρ: separations this close are decided by the velocity [m]
    double equal = kUnset;  ///< t₀: separations this close are equal [m]
    double snap = kUnset;   ///< points this close are one in an overlay [m]
    double angle = kUnset;  ///< δ: facets within this of opposite are parallel [rad]
    double sin_angle = kUnset;
    double cos_angle = kUnset;
    double cos_same_normal = kUnset;  ///< of 2δ: normals within it are equal
    double sin_crossing = kUnset;     ///< of 2δ: edges that cross at less are parallel
};
PairTolerances make_tolerances(const Settings& settings, double size_a, double size_b);

/// M x. Inlined by force: Eigen's product, which is a call, is felt in so short a query.
[[gnu::always_inline]] inline Vec3 product(const Mat3& m, const Vec3& x) {
    return m.col(0) * x.x() + (m.col(1) * x.y() + m.col(2) * x.z());
}

/// Mᵀ x.
[[gnu::always_inline]] inline Vec3 transposed_product(const Mat3& m, const Vec3& x) {
    return {m.col(0).dot(x), m.col(1).dot(x), m.col(2).dot(x)};
}

/// Two bodies as body A sees them. Everything about a pair is computed in A's body frame, where
/// coordinates are small however far away the scene lies.
struct PairFrame {
    const FacetModel* a = nullptr;
    const FacetModel* b = nullptr;
    Mat3 a_from_b = Mat3::Identity();  ///< rotation
    Vec3 origin_of_b = Vec3::Zero();   ///< [m]
    Vec3 velocity = Vec3::Zero();      ///< of B's material at the origin, seen from A [m/s]
    Vec3 spin = Vec3::Zero();          ///< of B, seen from A [rad/s]
    double time_step = kUnset;         ///< [s]
    PairTolerances tolerances;

    Vec3 from_b(const Vec3& point) const { return product(a_from_b, point) + origin_of_b; }
    Vec3 to_b(const Vec3& point) const { return transposed_product(a_from_b, point - origin_of_b); }
    Vec3 direction_from_b(const Vec3& direction) const { return product(a_from_b, direction); }
    Vec3 direction_to_b(const Vec3& direction) const {
        return transposed_product(a_from_b, direction);
    }

    /// Of B's material at a point relative to A's [m/s].
    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point); }
};
PairFrame make_pair_frame(const Collider& a, const Collider& b, double time_step,
                          const Settings& settings);

}  // namespace touchstone::semi_local
