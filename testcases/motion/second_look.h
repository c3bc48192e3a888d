#pragma once

#include <functional>
#include <span>
#include <vector>

#include "rigid_solver/proximal/time_step.h"
#include "testcases/motion/contact_facing.h"

namespace touchstone {

// The contacts of a step are looked for at the velocities before it. An impact may turn a body so
// far in the same step that it meets what nobody expected: of a thin plate that comes down on one
// corner the opposite one. Or the features of a contact pass beside each other, so that it is let
// go, and other features meet there that have none: of blocks in line that collide, a corner and
// the facet beside the edge that it was to pass. Where that may be the contacts are looked for
// again, at the velocities found, and the step is solved again with those that it lacks. What a
// blow that turns nobody may drive a body into is known before: generators/blows/struck_bodies.h.

/// Puts contacts behind those of the same bodies: contacts are in the order of these.
void insert_in_order(std::vector<ContactPoint>& contacts, std::span<const ContactPoint> others);

/// One step that may be solved more than once.
struct StepToSolve {
    std::vector<RigidBody>& bodies;       ///< bodies before the step, and moved by it
    std::vector<ContactPoint>& contacts;  ///< those of the query; what the step lacks is added
    std::vector<ContactImpulse> start;    ///< initial impulses; empty means zeros
    const SolverSettings& settings;
    /// Solves the step for `contacts` and moves `bodies`.
    std::function<StepReport(std::span<const ContactImpulse> start)> solve;
    /// Returns what a solver may ask about contacts at the step's query.
    std::function<StepQuery(std::span<const ContactPoint> contacts)> asked;
    /// Returns the contacts at the step's query, looked for at the velocities of `bodies`, of the
    /// pairs that have one of the bodies `turned`, or let go; see Query::only_with.
    std::function<std::vector<ContactPoint>(const std::vector<bool>& turned)> find;
};

/// Solves a step, and again with the contacts ahead that it lacks. The report has the sweeps of all
/// solves. Only methods with Generator::facing_time are asked again.
StepReport solve_with_second_look(StepToSolve step);

}  // namespace touchstone
