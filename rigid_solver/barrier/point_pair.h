#pragma once

#include <array>
#include <span>

#include "methods/barrier/barrier_pairs.h"
#include "rigid_solver/barrier/pair_energy.h"

namespace touchstone {

// The energy of the barrier and of friction of one pair, by the points of both surfaces that it
// depends on: up to four, three coordinates each.

/// A pair's points: first those of A, then those of B. Of a mollified pair both ends of both edges.
struct PairPoints {
    int count = 0;
    int of_a = 0;                              ///< number of A's
    std::array<int, 4> place{-1, -1, -1, -1};  ///< in the surface's points
};
/// Returns the points of a pair.
PairPoints points_of(const BarrierPair& pair);

/// Two surfaces where they are.
struct PairPlaces {
    const BarrierSurface* a = nullptr;
    const BarrierSurface* b = nullptr;
    std::span<const Vec3> points_a;  ///< [m]
    std::span<const Vec3> points_b;  ///< [m]
};

/// The derivatives of an energy by four points [J/m, J/m²].
struct PointEnergy {
    Eigen::Matrix<double, 12, 1> gradient = Eigen::Matrix<double, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 12> hessian = Eigen::Matrix<double, 12, 12>::Zero();
};

/// Adds the derivatives of κ m e B(d²/d̂²). The value is barrier_energy_value.
void add_barrier_energy(const BarrierPair& pair, const PairPoints& points,
                        const PairPlaces& surfaces, const PairScale& scale, PointEnergy& sum);

/// Friction of one pair, kept from an earlier iterate. Li et al. [2020], §5.
struct PointFriction {
    PairPoints points;
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();  ///< w, as in r = Σ w_j x_j
    Vec3 normal = Vec3::Zero();                         ///< unit length; slip is across it
    double force = 0.0;                                 ///< μ λ⁰ [N]
};
/// Returns the friction of a pair as it is now.
PointFriction make_friction(const BarrierPair& pair, const PairScale& scale, double friction);

/// Returns how the closest points have moved past each other from `start`, across the normal [m].
Vec3 slip_of(const PointFriction& friction, const PairPlaces& start, const PairPlaces& now);
/// Returns μλ⁰ f₀(|u|) for a slip u [J].
double friction_energy_value(const PointFriction& friction, const Vec3& slip,
                             const PairScale& scale);
/// Adds its derivatives.
void add_friction_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum);
/// Adds the derivatives of μλ⁰ |u|²/ε, which is the energy of a pair that sticks, for small slips.
void add_sticking_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum);
/// Returns the friction force on B [N].
Vec3 friction_force(const PointFriction& friction, const Vec3& slip, const PairScale& scale);

}  // namespace touchstone
