#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rigid_solver/events/event_step.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "testcases/events/smooth_contacts.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the exact shape, or a box as one without a rounding; nothing for other polyhedra.
std::optional<SmoothShape> event_shape(const Shape& shape);

/// The sums and extremes over all steps so far.
struct EventTotals {
    int steps = 0;
    int events = 0;
    int evaluations = 0;    ///< evaluations of separations to find the times of the events
    int divided_steps = 0;  ///< steps taken in parts, because bodies move farther than they are
                            ///< thick, contacts farther than they can be followed, or the
                            ///< integration would lose its accuracy
    double impulse_energy = 0.0;  ///< energy that impulses have taken, ≥ 0 [J]
    double largest_gain = 0.0;    ///< largest relative gain of energy by an impulse, from rounding
                                  ///< [-]
    double least_separation = 0.0;  ///< least separation at the end of a step, or 0 [m]
};

/// Returns what a scene asks of its steps: time step, gravity and restitution are the solver's for
/// that scene. Lengths and speeds that are close to nothing are shares of the smallest body that
/// moves, and of the speed of a fall over its size; no point moves farther between two looks than
/// half of its body's thinnest part, or than its rounding. A step may have 200,000 collisions and
/// parts per second, always 200, and never more than a million.
EventSettings event_settings(const TestCase& scene, const SolverSettings& solver);

/// A scene of exact curved shapes in motion from collision to collision, without friction.
class EventMotion {
 public:
    /// Throws Error for a polyhedron that is no box, naming it, and UsageError for impossible
    /// settings and for a body so far away or so fast that its coordinates hold too few digits.
    EventMotion(const TestCase& scene, const EventSettings& settings);

    /// Moves the bodies by one step. Throws the errors of event_step, naming scene and step, and
    /// then keeps its state.
    EventReport step();

    /// Returns the bodies in their present state.
    const std::vector<RigidBody>& bodies() const { return bodies_; }
    /// Returns the sums so far.
    const EventTotals& totals() const { return totals_; }
    /// Returns how often witnesses of the step before were of use.
    const WitnessCounts& witnesses() const { return contacts_.counts(); }

    /// Returns the same of the last step alone.
    const WitnessCounts& last_witnesses() const { return last_witnesses_; }

    /// Returns the energy that neither the bodies have nor impulses have taken, compared with the
    /// start: what the integration lost or gained [J].
    double energy_drift() const;

 private:
    std::string name_;
    EventSettings settings_;
    std::vector<RigidBody> bodies_;
    SmoothContacts contacts_;
    EventTotals totals_;
    WitnessCounts last_witnesses_;
    double start_energy_ = 0.0;
};

}  // namespace touchstone
