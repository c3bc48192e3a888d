#pragma once

#include <span>
#include <vector>

#include "rigid_solver/proximal/time_step.h"

// Steps over curved ground. A contact's tangent plane is left behind within a step: along a path
// that bends with radius ρ a body that moves by u Δt in the plane ends u² Δt² / 2ρ inside concave
// ground, or above convex ground. With k, the acceleration by which the gap opens without any
// acceleration of the bodies, the gap after the step is s + Δt J_n u⁺ + Δt² k / 2, so that what is
// asked of the velocities is J_n u⁺ ≥ −Δt k / 2 where J_n u⁺ ≥ 0 was, and k / 2 Δt more where
// GapRule::Close counts the gap. k from Baraff [1990], §5.

namespace touchstone {

/// Solves as solve_contacts does. `rates` holds k, one per contact; empty means zeros [m/s²].
SolveResult solve_curved_contacts(std::span<const SolveBody> bodies,
                                  std::span<const ContactPoint> contacts,
                                  std::span<const double> rates, const SolverSettings& settings,
                                  std::span<const ContactImpulse> start = {});

/// Moves the bodies as `step` does. `rates` holds k, one per contact, with the velocities before
/// the step; empty means zeros [m/s²].
StepReport curved_step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                       std::span<const ContactPoint> contacts, std::span<const double> rates,
                       const SolverSettings& settings, std::span<const ContactImpulse> start = {});

}  // namespace touchstone
