#pragma once

#include <functional>
#include <span>

#include "generators/generator.h"
#include "methods/mesh/surface_mesh.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/trials/random_trial.h"

namespace touchstone {

// Random bodies in motion, without a right answer: what must not happen is the same for all.

/// The outcome of a trial.
struct TrialOutcome {
    bool fell_through = false;  ///< a centre of mass came below the top of the floor
    bool fell_inside = false;   ///< the middle of a convex part came into a part of another body
    /// true: a body that slides rose by more than 0.1 mm for another reason than its own turning:
    /// the floor pushed it, and it touched it at no time until the next query, or it rose by more
    /// than what turns until then
    bool hopped = false;
    /// true: a body was pushed by another from which it was more than 0.1 mm away at all times
    /// until the next query
    bool pushed_apart = false;
    /// true: a contact pushed whose own two points stayed more than 0.1 mm apart along its normal
    /// until the next query; its bodies may touch elsewhere
    bool pushed_early = false;
    /// true: contacts held a body as nothing can that touches it: the floor took more of its speed
    /// along the floor than friction can, or another body pushed it both ways along one line
    bool stuck = false;
    bool flew = false;           ///< true: a body that slides rose by more than 0.1 mm as it turned
    bool gained_energy = false;  ///< contacts added energy in some step
    bool in_air = false;  ///< true: the body ended at rest more than 0.01 mm above all other bodies
    bool sunk = false;    ///< true: more than 1 % of the body's size ended in the floor
    bool came_to_rest = false;
    int silent_steps = 0;  ///< steps in which a body was in the floor by more than 1 % of its size
                           ///< without having a contact with it, or overlapped another one in two
                           ///< queries in a row
    int steps = 0;
    double deepest = 0.0;       ///< deepest overlap with the floor in all steps [m]
    double largest_gain = 0.0;  ///< largest gain of energy in one step, as a share of the energy at
                                ///< the start [-]
    double largest_hop = 0.0;   ///< largest height of a body that hopped [m]
    double pushed_from = 0.0;   ///< largest distance from which a body was pushed [m]
    double early_from = 0.0;    ///< the same of the points of a contact [m]
    double largest_flight = 0.0;  ///< largest height of a body that slides, whatever raised it [m]
    double air = 0.0;             ///< distance from the floor at the end [m]
};

/// One step of a trial, for those who watch it.
struct TrialStep {
    int step = 0;                       ///< number of the step, from 1
    std::span<const RigidBody> bodies;  ///< bodies at the end of the step
    std::span<const ContactPoint> contacts;
    std::span<const ContactImpulse> impulses;
    double depth = 0.0;  ///< depth of the deepest body in the floor at the end of the step [m]
    double lift = 0.0;   ///< lift_off of the last body at the end of the step [m/s²]
};
/// Takes each step of a trial as soon as it is done.
using WatchTrial = std::function<void(const TrialStep&)>;

/// Returns the acceleration, along y, of the lowest vertex of a body that nothing but gravity acts
/// on [m/s²]. Above 0 a floor would have to hold the body down to keep it: one that tumbles, or
/// rolls over its edges, with ω² r > g, leaves the floor by itself.
double lift_off(const RigidBody& body, const SurfaceMesh& surface, const Vec3& gravity);

/// Runs a trial with the contacts of one method, until its bodies rest.
TrialOutcome run_motion_trial(const RandomTrial& trial, const Generator& generator,
                              const WatchTrial& watch = {});

/// The numbers of trials with each outcome.
struct TrialCounts {
    int trials = 0;
    int fell_through = 0;
    int fell_inside = 0;
    int hopped = 0;
    int pushed_apart = 0;
    int pushed_early = 0;
    int stuck = 0;
    int flew = 0;
    int gained_energy = 0;
    int in_air = 0;
    int sunk = 0;
    int silent = 0;  ///< trials with silent steps
    int came_to_rest = 0;
};
/// Adds one trial to the counts.
void add_outcome(TrialCounts& counts, const TrialOutcome& outcome);

}  // namespace touchstone
