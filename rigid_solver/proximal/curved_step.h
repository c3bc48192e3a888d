#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rigid_solver/proximal/time_step.h"

// Steps over curved ground. A contact's tangent plane is left behind within a step: along a path
// that bends with radius ρ a body that moves by u Δt in the plane ends u² Δt² / 2ρ inside concave
// ground, or above convex ground. With k, the acceleration by which the gap opens without any
// acceleration of the bodies, the gap after the step is s + Δt J_n u⁺ + Δt² k / 2, so that what is
// asked of the velocities is J_n u⁺ ≥ −Δt k / 2 where J_n u⁺ ≥ 0 was, and −s / Δt − Δt k / 2 where
// GapRule::Close counts the gap: k holds the turning of the bodies, so that their rise does not
// count beside it. Where a bounce is asked, J_n u⁺ ≥ −e J_n u stays. k from Baraff [1990], §5.

namespace touchstone {

/// Curvature rates k of contacts [m/s²]. A contact without one, which is not the same as 0, is
/// solved as `solve_contacts` does.
using CurvatureRates = std::span<const std::optional<double>>;

/// Solves as solve_contacts does. `rates` holds one per contact; empty means that none has any.
SolveResult solve_curved_contacts(std::span<const SolveBody> bodies,
                                  std::span<const ContactPoint> contacts, CurvatureRates rates,
                                  const SolverSettings& settings,
                                  std::span<const ContactImpulse> start = {},
                                  const FacingTimes& facing = {});

/// Moves the bodies as `step` does. `rates` holds one per contact, with the velocities before the
/// step; empty means that none has any.
StepReport curved_step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                       std::span<const ContactPoint> contacts, CurvatureRates rates,
                       const SolverSettings& settings, std::span<const ContactImpulse> start = {},
                       const FacingTimes& facing = {});

}  // namespace touchstone
