#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/rigid_body.h"

// One step is three calls, so that the solver needs to know nothing of how contacts are found:
//
//   std::vector<Pose> poses = query_poses(bodies, settings);     // where to look for contacts
//   contacts = …;                                                // found by the caller there
//   StepReport report = step(bodies, poses, contacts, settings); // bodies move
//
// In the Moreau midpoint scheme `poses` are half a step ahead, so a body at rest is looked at where
// it is. Erleben [2018], §6.

namespace touchstone {

/// The poses at which the contacts of the coming step are to be found.
std::vector<Pose> query_poses(std::span<const RigidBody> bodies, const SolverSettings& settings);

struct StepReport {
    std::vector<ContactImpulse> impulses;  ///< one per contact
    SolveReport solve;
    SolveReport correction;  ///< of the second solve; Stabilization::Post only
};

/// Moves the bodies by one step. `poses`: what query_poses gave. `start`: the first impulses of the
/// solve, one per contact, or empty for zeros. Throws Error as solve_contacts does, and when a body
/// would leave the range of finite numbers; then the bodies are as they were.
StepReport step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                std::span<const ContactPoint> contacts, const SolverSettings& settings,
                std::span<const ContactImpulse> start = {});

/// The impulses of `before` for those contacts of `now` that have the same bodies and features
/// there; zeros for the others. Where several have, in their order.
std::vector<ContactImpulse> carry_impulses(std::span<const ContactPoint> before,
                                           std::span<const ContactImpulse> impulses,
                                           std::span<const ContactPoint> now);

}  // namespace touchstone
