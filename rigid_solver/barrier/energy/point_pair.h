#pragma once

#include <array>
#include <span>

#include "methods/barrier/barrier_pairs.h"
#include "rigid_solver/barrier/energy/pair_energy.h"

namespace touchstone {

// The energies of the barrier and of friction of one pair, as functions of the points of both
// surfaces that it depends on: up to four, three coordinates each.

/// The points that a pair depends on, those of A first: the ends of both edges for a mollified
/// pair, else the points of both closest features.
struct PairPoints {
    int count = 0;                             ///< number of points
    int of_a = 0;                              ///< number of A's points
    std::array<int, 4> place{-1, -1, -1, -1};  ///< numbers of the points in their surfaces
};
/// Returns the points that a pair depends on.
PairPoints points_of(const BarrierPair& pair);

/// Two surfaces with the positions of their points.
struct PairPlaces {
    const BarrierSurface* a = nullptr;  ///< surface of A
    const BarrierSurface* b = nullptr;  ///< surface of B
    std::span<const Vec3> points_a;     ///< positions of A's points [m]
    std::span<const Vec3> points_b;     ///< positions of B's points [m]
};

/// The derivatives of an energy by up to four points: gradient [J/m], Hessian [J/m²].
struct PointEnergy {
    Eigen::Matrix<double, 12, 1> gradient = Eigen::Matrix<double, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 12> hessian = Eigen::Matrix<double, 12, 12>::Zero();
};

/// Adds the derivatives of a pair's energy κ m e B(d²/d̂²), of which barrier_energy_value gives the
/// value, to `sum`.
void add_barrier_energy(const BarrierPair& pair, const PairPoints& points,
                        const PairPlaces& surfaces, const PairScale& scale, PointEnergy& sum);

/// The friction of one pair, with the normal force, closest points and normal of an earlier
/// iterate. Li et al. [2020], §5.
struct PointFriction {
    PairPoints points;                                  ///< points that the slip depends on
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();  ///< w, as in r = Σ w_j x_j
    Vec3 normal = Vec3::Zero();  ///< unit normal of the contact; slip is across it
    double force = 0.0;          ///< μ λ⁰: largest friction force [N]
};
/// Returns the friction of a pair with its present normal and normal force. `friction`: Coulomb's
/// μ.
PointFriction make_friction(const BarrierPair& pair, const PairScale& scale, double friction);

/// Returns the slip u of a pair from `start` to `now`: how far A's closest point has moved relative
/// to B's, across the normal [m].
Vec3 slip_of(const PointFriction& friction, const PairPlaces& start, const PairPlaces& now);
/// Returns the energy of friction μλ⁰ f₀(|u|) at a slip u [J].
double friction_energy_value(const PointFriction& friction, const Vec3& slip,
                             const PairScale& scale);
/// Adds the derivatives of the energy of friction to `sum`.
void add_friction_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum);
/// Adds the derivatives of μλ⁰ |u|²/ε to `sum`: the energy of a pair that sticks, at small slips.
void add_sticking_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum);
/// Returns the friction force on B at a slip, world frame [N].
Vec3 friction_force(const PointFriction& friction, const Vec3& slip, const PairScale& scale);

}  // namespace touchstone
