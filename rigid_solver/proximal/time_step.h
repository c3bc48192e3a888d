#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/gap_closing.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/rigid_body.h"

// One step takes three calls, so that the solver need not know how contacts are found:
//
//   std::vector<Pose> poses = query_poses(bodies, settings);     // poses to find contacts at
//   contacts = …;                                                // found by the caller
//   StepReport report = step(bodies, poses, contacts, settings); // moves the bodies
//
// In the Moreau midpoint scheme `poses` are half a step ahead; a body at rest keeps its pose.
// Erleben [2018], §6.
//
// Before the first step nobody has looked for contacts yet, and a fast body may be on the other
// side of what it should have met by the first query. A motion whose contacts carry gaps therefore
// looks once at the start, see needs_first_look.

namespace touchstone {

/// Returns the time from the start of the step to its query [s].
double query_time(const SolverSettings& settings);

/// Returns the poses at which the contacts of the coming step must be found.
std::vector<Pose> query_poses(std::span<const RigidBody> bodies, const SolverSettings& settings);

/// Returns true when contacts carry gaps, and a body moves so far before the first query that it
/// may come into another: by more than a hundredth of the width of a box of its inertia, where it
/// is thinnest. A look at the start then tells what it meets. Where bodies bounce it takes a
/// quarter, by which they may pass each other: what they meet takes their speed before they bounce.
bool needs_first_look(std::span<const RigidBody> bodies, const SolverSettings& settings);

/// Changes the velocities of bodies at their start so that what meets before the first query just
/// touches there; bodies that would not meet keep theirs. `contacts` were found at the bodies'
/// present poses, looking ahead over query_time; `facing` is of that time, and as in `step`.
/// Returns the impulses, one per contact. Throws Error as solve_contacts does.
std::vector<ContactImpulse> take_first_look(std::vector<RigidBody>& bodies,
                                            std::span<const ContactPoint> contacts,
                                            const SolverSettings& settings,
                                            const FacingTimes& facing = {});

/// The result of one step.
struct StepReport {
    std::vector<ContactImpulse> impulses;  ///< one per contact
    SolveReport solve;
    SolveReport correction;  ///< report of the second solve; Stabilization::Post only
};

/// Moves the bodies by one step. `poses` are those of query_poses. `start` holds the initial
/// impulses of the solve, one per contact; empty: see solve_contacts. What rests goes on resting
/// within what the sweeps resolve, see resting_bodies. `facing`: see gap_closing.h; empty
/// means that the features of each contact lie over each other in all of the step. Throws Error as
/// solve_contacts does, and when a body would leave the range of finite numbers; then the bodies
/// stay unchanged.
StepReport step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                std::span<const ContactPoint> contacts, const SolverSettings& settings,
                std::span<const ContactImpulse> start = {}, const FacingTimes& facing = {});

/// Returns, for each contact of `now`, the impulse of the contact in `before` with the same bodies
/// and features, or zero where there is none. Several such contacts are matched in their order.
/// Empty, the start of those that know none, where `before` is.
std::vector<ContactImpulse> carry_impulses(std::span<const ContactPoint> before,
                                           std::span<const ContactImpulse> impulses,
                                           std::span<const ContactPoint> now);

}  // namespace touchstone
