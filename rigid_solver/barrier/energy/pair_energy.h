#pragma once

#include <span>

#include "methods/barrier/barrier_pairs.h"
#include "rigid_solver/barrier/bodies/affine_body.h"

namespace touchstone {

// The energy of the barrier between two bodies, with its derivatives by the 24 unknowns of both. A
// pair of features has 8 weights w, those of A's closest point and the opposite of those of B's, so
// that the vector from B's closest point to A's is r = Σ_j w_j q_j.

/// The eight weights of a difference of points of two bodies.
using PairWeights = Eigen::Matrix<double, 8, 1>;
/// The unknowns of two bodies, A's first, or a force on them.
using PairVector = Eigen::Matrix<double, 24, 1>;
/// Second derivatives of an energy by the unknowns of two bodies.
using PairMatrix = Eigen::Matrix<double, 24, 24>;

/// The lengths and the stiffness that hold for all pairs of two bodies.
struct PairScale {
    double dhat = kUnset;       ///< d̂: distance at which the barrier begins [m]
    double stiffness = kUnset;  ///< κ of the barrier [J]
    double slip = kUnset;  ///< ε = h ε_v: slip in a time step below which friction sticks [m]
};

/// A sum of energies of pairs, with its derivatives by the unknowns of both bodies.
struct PairEnergy {
    double value = 0.0;  ///< energy [J]
    PairVector gradient = PairVector::Zero();
    PairMatrix hessian = PairMatrix::Zero();
};

/// Returns the unknowns of A, followed by those of B.
PairVector joined(const Affine& a, const Affine& b);

/// Returns the weights w of the closest points of a pair.
PairWeights closest_weights(const BarrierPair& pair, const BarrierSurface& a,
                            const BarrierSurface& b);

/// Returns the energy of the barrier, Σ κ m e B(d²/d̂²) [J], with the notation of barrier_pairs.h.
/// Li et al. [2020].
double barrier_energy_value(std::span<const BarrierPair> pairs, const PairScale& scale);
/// Adds the energy of the barrier with its derivatives to `sum`. `linear_a`, `linear_b`: the
/// matrices A of the bodies.
void add_barrier_energy(std::span<const BarrierPair> pairs, const AffineBody& a,
                        const Mat3& linear_a, const AffineBody& b, const Mat3& linear_b,
                        const PairScale& scale, PairEnergy& sum);
/// Adds the gradient of the energy of the barrier alone to `sum`.
void add_barrier_gradient(std::span<const BarrierPair> pairs, const AffineBody& a,
                          const Mat3& linear_a, const AffineBody& b, const Mat3& linear_b,
                          const PairScale& scale, PairVector& sum);

/// Returns the normal force of a pair, λ = (κ/d̂) m e φ(y) [N].
double normal_force(const BarrierPair& pair, const PairScale& scale);

}  // namespace touchstone
