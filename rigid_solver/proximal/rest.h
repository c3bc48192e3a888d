#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/solver_settings.h"

namespace touchstone {

/// Returns impulses, one per contact [N s], for a solve to begin with where none are known: those
/// that hold each body at rest with all that lies on it while what it lies on counts as immovable,
/// body by body from the top down. Sweeps that begin with none pass the weight of a stack on from
/// neighbour to neighbour, many of them for one layer, and bodies sink or tip a little where they
/// end before; these pass it on at once. Where each body rests on what is below it by itself, as in
/// a wall, they are a solution; where bodies need each other, as the stones of an arch do, they are
/// a guess.
///
/// A body lies on another where the normals of their contacts, taken together, hold it against
/// `settings.gravity`, and where it would come to one of them within the step as it falls freely.
/// Where bodies that lie on each other in a circle stop the order, the highest of all that are left
/// comes next. Zeros at contacts of bodies that move, without gravity, and wherever bodies that lie
/// on each other would be faster with the impulses than without, as a stack is that falls freely.
/// Guendelman et al. [2003] go through a stack in such an order, from the ground, with impulses
/// that end collisions.
std::vector<ContactImpulse> resting_impulses(std::span<const SolveBody> bodies,
                                             std::span<const ContactPoint> contacts,
                                             const SolverSettings& settings);

/// Returns which bodies stay where they are in a step. `found`: its solution, of sweeps that ended
/// by `settings.stagnation_tolerance`; of others no body does. Impulses are known no better than to
/// that share, and a motion that a smaller one makes or stops is an error of the sweeps, which
/// a balance would make grow from step to step. So a body rests where √(2 m E), with its kinetic
/// energy E, is at most that share, and at most 1e-8, of the largest impulse on it, before the step
/// and after it, and so do all that it pushes or is pushed by, through others too; fixed bodies
/// aside.
std::vector<bool> resting_bodies(std::span<const SolveBody> bodies,
                                 std::span<const ContactPoint> contacts, const SolveResult& found,
                                 const SolverSettings& settings);

}  // namespace touchstone
