#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/rigid_body.h"

// A free step of the midpoint scheme keeps the energy up to rounding, since the way is that of the
// mean of the velocities before and after gravity's impulse. A stop shortens the way, and a contact
// changes the velocity in the middle of it: then the work of gravity and the gain of speed differ.

namespace touchstone {

/// Numbers of two bodies that met.
using MetBodies = std::array<int, 2>;

/// Takes from bodies that met others the speed that gravity gave them for a way that they have not
/// fallen, v² = 2 g h. `before`: the bodies at the start of the step.
void take_back_falls(std::vector<RigidBody>& bodies, std::span<const RigidBody> before,
                     std::span<const MetBodies> met, const SolverSettings& solver);

/// Slows down bodies that have more energy together than at the start of the step, `before`: those
/// that met others, with all that they push, directly or through others that can move. Each group's
/// velocities shrink by one factor, to the energy that it had, or to 0 where all of its gain is
/// height. `impulses`: one per contact; a contact without one, such as one that lies ahead, binds
/// nothing.
void take_back_gains(std::vector<RigidBody>& bodies, std::span<const RigidBody> before,
                     std::span<const ContactPoint> contacts,
                     std::span<const ContactImpulse> impulses, std::span<const MetBodies> met,
                     const SolverSettings& solver);

}  // namespace touchstone
