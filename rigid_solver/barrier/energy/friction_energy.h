#pragma once

#include <span>
#include <vector>

#include "rigid_solver/barrier/energy/pair_energy.h"

// The energy of lagged friction between two bodies, with its derivatives by the unknowns of both.

namespace touchstone {

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
