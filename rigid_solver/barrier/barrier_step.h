#pragma once

#include "rigid_solver/barrier/barrier_report.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/barrier_state.h"

// Incremental potential contact of affine and elastic bodies: each step is the minimum of one
// energy,
//
//   E(q) = ½ (q − q̂)ᵀ M (q − q̂) + h² [ Ψ(q) + Σ κ m e B(s) + Σ μ λ⁰ f₀(|u|) ],
//   q̂ = q⁰ + h q̇⁰ + h² M⁻¹ f,
//
// which is implicit Euler. The barrier grows beyond bounds where surfaces would touch, and no step
// of the search takes a pair of elements below half its distance: bodies never intersect. Li et al.
// [2020], Algorithm 1.

namespace touchstone {

/// Takes one time step: minimises the energy of inertia, deformation, barriers and friction. A
/// failure leaves the bodies where they were, and the report says why. The same input gives the
/// same bytes. Li et al. [2020].
BarrierReport barrier_step(BarrierState& state, const BarrierSettings& settings);

}  // namespace touchstone
