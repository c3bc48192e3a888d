#pragma once

#include "generators/semi_local/semi_local_settings.h"
#include "methods/base/types.h"
#include "methods/contact/collider.h"
#include "methods/geometry/facet_model.h"

namespace touchstone::semi_local {

/// The thresholds for touching, equal and parallel. All lengths scale with the sizes of the two
/// bodies, so that scaling the scene changes nothing.
struct PairTolerances {
    double envelope = kUnset;  ///< ε: largest gap or overlap of a contact; smaller
                               ///< differences of position are not resolved [m]
    double tie = kUnset;    ///< ρ: difference of separations below which the velocity decides [m]
    double equal = kUnset;  ///< t₀: difference below which separations are equal [m]
    double snap = kUnset;   ///< distance below which points of an overlay are one [m]
    double angle = kUnset;  ///< δ: deviation from opposite normals
                            ///< below which facets are parallel [rad]
    double sin_angle = kUnset;        ///< sin δ
    double sin_wedge_a = kUnset;      ///< slack of the test that A's wedge at an edge lies on its
                                      ///< side of two edges' plane: sin δ
    double sin_wedge_b = kUnset;      ///< the same of B's wedge
    double cos_angle = kUnset;        ///< cos δ
    double cos_same_normal = kUnset;  ///< cos 2δ: equal normals have at least this cosine
    double sin_crossing = kUnset;     ///< sin 2δ: edges with a smaller
                                      ///< sine of their angle are parallel
};
/// Derives the thresholds from the sizes of two bodies, and from the thickness of their walls: an
/// envelope that a wall fits into would find its far side, too.
PairTolerances make_tolerances(const Settings& settings, const FacetModel& a, const FacetModel& b);

/// Returns M x. Number by number and always inlined: calls of Eigen's parts would take a noticeable
/// share of so short a query.
[[gnu::always_inline]] inline Vec3 product(const Mat3& m, const Vec3& x) {
    const double* const c = m.data();  // column by column
    const double* const v = x.data();
    return {c[0] * v[0] + (c[3] * v[1] + c[6] * v[2]), c[1] * v[0] + (c[4] * v[1] + c[7] * v[2]),
            c[2] * v[0] + (c[5] * v[1] + c[8] * v[2])};
}

/// Returns Mᵀ x.
[[gnu::always_inline]] inline Vec3 transposed_product(const Mat3& m, const Vec3& x) {
    const double* const c = m.data();
    const double* const v = x.data();
    return {(c[0] * v[0] + c[1] * v[1]) + c[2] * v[2], (c[3] * v[0] + c[4] * v[1]) + c[5] * v[2],
            (c[6] * v[0] + c[7] * v[1]) + c[8] * v[2]};
}

/// Two bodies in A's body frame, in which everything about a pair is computed: coordinates are
/// small there, however far away the scene lies.
struct PairFrame {
    const FacetModel* a = nullptr;        ///< facets of A
    const FacetModel* b = nullptr;        ///< facets of B
    Mat3 a_from_b = Mat3::Identity();     ///< rotation from B's frame
    Vec3 origin_of_b = Vec3::Zero();      ///< origin of B's frame [m]
    Vec3 velocity = Vec3::Zero();         ///< velocity at the origin of B's
                                          ///< material relative to A [m/s]
    Vec3 spin = Vec3::Zero();             ///< angular velocity of B relative to A [rad/s]
    Vec3 spin_a = Vec3::Zero();           ///< angular velocity of A in the world [rad/s]
    Vec3 spin_b = Vec3::Zero();           ///< angular velocity of B in the world [rad/s]
    Vec3 center_velocity = Vec3::Zero();  ///< velocity of B's centre of mass less A's [m/s]
    double time_step = kUnset;            ///< [s]
    PairTolerances tolerances;
    RegionPoints points = RegionPoints::Support;  ///< corners of regions that become contacts
    Mat3 turn_of_a = Mat3::Identity();  ///< rotation of A since the query: from A's axes now to its
                                        ///< axes at the query

    // Always inlined, as the products are.

    /// Returns a point of B's frame in A's.
    [[gnu::always_inline]] Vec3 from_b(const Vec3& point) const {
        const Vec3 turned = product(a_from_b, point);
        return {turned.x() + origin_of_b.x(), turned.y() + origin_of_b.y(),
                turned.z() + origin_of_b.z()};
    }
    /// Returns a point of A's frame in B's.
    [[gnu::always_inline]] Vec3 to_b(const Vec3& point) const {
        return transposed_product(a_from_b,
                                  {point.x() - origin_of_b.x(), point.y() - origin_of_b.y(),
                                   point.z() - origin_of_b.z()});
    }
    /// Returns a direction of B's frame in A's.
    [[gnu::always_inline]] Vec3 direction_from_b(const Vec3& direction) const {
        return product(a_from_b, direction);
    }
    /// Returns a direction of A's frame in B's.
    [[gnu::always_inline]] Vec3 direction_to_b(const Vec3& direction) const {
        return transposed_product(a_from_b, direction);
    }

    /// Returns the velocity of B's material relative to A's at a point [m/s].
    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point); }
};
/// Returns the frame after both bodies have moved for a time at constant velocities [s].
PairFrame advanced(const PairFrame& frame, double time);

/// Sets up the frame of a pair.
PairFrame make_pair_frame(const Collider& a, const Collider& b, double time_step,
                          const Settings& settings);

}  // namespace touchstone::semi_local
