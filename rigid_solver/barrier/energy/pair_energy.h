#pragma once

#include <span>
#include <vector>

#include "methods/barrier/barrier_pairs.h"
#include "rigid_solver/barrier/bodies/affine_body.h"

namespace touchstone {

// The energies of the barrier and of friction between two bodies, with their derivatives by the 24
// unknowns of both. A pair of features has 8 weights w, those of A's closest point and the opposite
// of those of B's, so that the vector from B's closest point to A's is r = Σ_j w_j q_j.

/// The eight weights of a difference of points of two bodies.
using PairWeights = Eigen::Matrix<double, 8, 1>;
/// The unknowns of two bodies, A's first, or a force on them.
using PairVector = Eigen::Matrix<double, 24, 1>;
/// Second derivatives of an energy by the unknowns of two bodies.
using PairMatrix = Eigen::Matrix<double, 24, 24>;

/// The energy of friction per unit of force at a slip of length t, with what its derivatives need.
/// Li et al. [2020], Eqs. (12)-(14): f₀(t) = −t³/(3ε²) + t²/ε + ε/3 below ε, t above; f₁ = f₀′.
struct Slip {
    double value = 0.0;  ///< f₀ [m]
    double share = 0.0;  ///< f₁/t [1/m]
    double bend = 0.0;  ///< (f₁′ − f₁/t)/t² [1/m³]; 0 at t = 0, where its direction has no meaning
};
/// Returns f₀ with its derivatives at a slip of t ≥ 0 [m], with ε = `slip` [m].
Slip slip_energy(double t, double slip);

/// The friction of one pair, with the normal force, closest points and normal of an earlier
/// iterate. Li et al. [2020], §5.
struct FrictionPair {
    PairWeights weights = PairWeights::Zero();  ///< w of the closest points
    Vec3 normal = Vec3::Zero();                 ///< unit normal of the contact; slip is across it
    double force = 0.0;                         ///< μ λ⁰: largest friction force [N]
};

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

/// Returns the friction of pairs with their present normals and normal forces. `friction`:
/// Coulomb's μ.
std::vector<FrictionPair> make_friction(std::span<const BarrierPair> pairs, const AffineBody& a,
                                        const AffineBody& b, const PairScale& scale,
                                        double friction);

/// Returns the energy of friction, Σ μλ⁰ f₀(|u|) [J]. `motion`: of both bodies' unknowns since the
/// start of the step, which gives each pair its slip u.
double friction_energy_value(std::span<const FrictionPair> pairs, const PairVector& motion,
                             const PairScale& scale);
/// The second derivatives to take for the energy of friction.
enum class FrictionBend {
    Exact,    ///< those of the energy: along the slip of a sliding pair there is no curvature
    Majorant  ///< those of the parabola that touches the energy from above: a Newton step that
              ///< would reverse the slip stops where it sticks
};
/// Adds the energy of friction with its derivatives to `sum`. `motion`: as in
/// friction_energy_value.
void add_friction_energy(std::span<const FrictionPair> pairs, const PairVector& motion,
                         const PairScale& scale, PairEnergy& sum,
                         FrictionBend bend = FrictionBend::Exact);

/// Adds the gradient of the energy of friction alone to `sum`.
void add_friction_gradient(std::span<const FrictionPair> pairs, const PairVector& motion,
                           const PairScale& scale, PairVector& sum);

/// Returns the friction force of one pair on B, world frame [N]: −∂(μλ⁰ f₀)/∂x for B's point x.
Vec3 friction_force(const FrictionPair& pair, const PairVector& motion, const PairScale& scale);

}  // namespace touchstone
