#pragma once

#include <span>
#include <vector>

#include "methods/barrier/barrier_pairs.h"
#include "rigid_solver/barrier/affine_body.h"

namespace touchstone {

// The energy of the barrier and of friction between two bodies, and its derivatives by the 24
// unknowns of both. A pair of features is a vector of 8 weights w, those of A and the opposite of
// those of B, with r = Σ_j w_j q_j.

/// Eight weights of a difference of points of two bodies.
using PairWeights = Eigen::Matrix<double, 8, 1>;
/// Unknowns of two bodies, A's first, or a force on them.
using PairVector = Eigen::Matrix<double, 24, 1>;
/// Second derivatives by them.
using PairMatrix = Eigen::Matrix<double, 24, 24>;

/// f₀, f₁/t and what the Hessian needs of friction's energy per unit of force. Li et al. [2020],
/// Eqs. (12)-(14): f₀(t) = −t³/(3ε²) + t²/ε + ε/3 below ε, t above.
struct Slip {
    double value = 0.0;
    double share = 0.0;  ///< f₁/t [1/m]
    double bend = 0.0;  ///< (f₁′ − f₁/t)/t² [1/m³]; 0 at t = 0, where its direction has no meaning
};
/// Returns them for a slip of t, with ε = `slip` [m].
Slip slip_energy(double t, double slip);

/// Friction of one pair: its normal force, closest points and normal, kept from an earlier
/// iterate. Li et al. [2020], §5.
struct FrictionPair {
    PairWeights weights = PairWeights::Zero();  ///< w
    Vec3 normal = Vec3::Zero();                 ///< unit length; slip is across it
    double force = 0.0;                         ///< μ λ⁰ [N]
};

/// The scales of a pair of bodies.
struct PairScale {
    double dhat = kUnset;       ///< d̂ [m]
    double stiffness = kUnset;  ///< κ [J]
    double slip = kUnset;       ///< h ε_v: slip in a step below which friction sticks [m]
};

/// Sum of energies with derivatives [J].
struct PairEnergy {
    double value = 0.0;
    PairVector gradient = PairVector::Zero();
    PairMatrix hessian = PairMatrix::Zero();
};

/// Returns the unknowns of two bodies one after the other.
PairVector joined(const Affine& a, const Affine& b);

/// Returns w of the closest points of a pair.
PairWeights closest_weights(const BarrierPair& pair, const BarrierSurface& a,
                            const BarrierSurface& b);

/// Returns Σ κ m e B(d²/d̂²).
double barrier_energy_value(std::span<const BarrierPair> pairs, const PairScale& scale);
/// Adds the energy of the barrier with its derivatives. `linear_a`, `linear_b`: A of the bodies.
void add_barrier_energy(std::span<const BarrierPair> pairs, const AffineBody& a,
                        const Mat3& linear_a, const AffineBody& b, const Mat3& linear_b,
                        const PairScale& scale, PairEnergy& sum);

/// Returns the normal force of a pair, λ = (κ/d̂) m e φ(y) [N].
double normal_force(const BarrierPair& pair, const PairScale& scale);

/// Returns the friction of pairs as they are now.
std::vector<FrictionPair> make_friction(std::span<const BarrierPair> pairs, const AffineBody& a,
                                        const AffineBody& b, const PairScale& scale,
                                        double friction);

/// Returns Σ μλ⁰ f₀(|u|) for the bodies' motion since the start of the step.
double friction_energy_value(std::span<const FrictionPair> pairs, const PairVector& motion,
                             const PairScale& scale);
/// How the energy of friction is bent, in its second derivatives.
enum class FrictionBend {
    Exact,    ///< as it is: along the slip of a sliding pair not at all
    Majorant  ///< as the parabola that touches it from above: a Newton step that would turn the
              ///< slip round stops where it sticks
};
/// Adds the energy of friction with its derivatives.
void add_friction_energy(std::span<const FrictionPair> pairs, const PairVector& motion,
                         const PairScale& scale, PairEnergy& sum,
                         FrictionBend bend = FrictionBend::Exact);

/// Returns the friction force on B of one pair [N]: −∂(μλ⁰ f₀)/∂x.
Vec3 friction_force(const FrictionPair& pair, const PairVector& motion, const PairScale& scale);

}  // namespace touchstone
