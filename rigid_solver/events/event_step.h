#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/events/collision_time.h"
#include "rigid_solver/events/contact_factor.h"
#include "rigid_solver/events/impacts.h"

// Motion of smooth bodies from one collision to the next, without friction: between them
// Runge–Kutta steps of fourth order, in each stage of which forces at the touching contacts keep
// s̈ ≥ 0; at them impulses. Baraff [1990], Figure 1.

namespace touchstone {

/// Finds the contacts of the bodies as they are, in an order of its own: all that could close
/// within `duration`, at their speeds and with gravity [s].
using FindEventContacts =
    std::function<std::vector<EventContact>(std::span<const RigidBody> bodies, double duration)>;

/// How far a body may move between two looks at it, so that it passes through none unseen.
struct TravelBound {
    double reach = 0.0;  ///< of its points from its centre of mass [m]
    double most = 0.0;   ///< way of any of its points: less than it is thick [m]
};

/// What moves and when it collides.
struct EventSettings {
    double time_step = 0.005;       ///< [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< [m/s²]
    double restitution = 0.0;       ///< e in [0, 1]
    ImpactRule impacts = ImpactRule::Poisson;
    CollisionRule collisions = CollisionRule::Quintic;
    double rest_speed = 0.02;  ///< slower impacts have e = 0, and after them contacts this slow
                               ///< rest, or bodies would chatter [m/s]
    double touching = 2e-6;    ///< contacts with less separation touch [m]
    double slow = 1e-3;        ///< of these, such that open no faster than this carry forces [m/s]
    double overlap = 1e-9;     ///< more than this is never accepted [m]
    int most_events = 1000;    ///< collisions and parts in a step
    std::vector<TravelBound> travel;  ///< by body; a step in which one goes farther is taken in
                                      ///< parts. Empty: none is
};

/// Throws UsageError, naming the setting and its range.
void validate(const EventSettings& settings);

/// A collision.
struct CollisionEvent {
    double time = kUnset;  ///< since the start of the step [s]
    int body_a = -1;
    int body_b = -1;
    double speed = kUnset;       ///< at which they came together [m/s]
    double energy_change = 0.0;  ///< by its impulses, kinetic; never above rounding [J]
    int evaluations = 0;         ///< of separations, to find its time
};

/// What came of a step.
struct EventReport {
    std::vector<CollisionEvent> events;
    std::vector<EventContact> contacts;  ///< that carry forces at the end of the step
    std::vector<double> forces;          ///< one per contact [N]
    int parts = 1;                       ///< as which it was taken, beside its collisions
    double least_separation = 0.0;       ///< at its end, or 0 [m]
    double impulse_energy = 0.0;         ///< change by all impulses, ≤ 0 but for rounding [J]
    double largest_energy_gain = 0.0;    ///< by an impulse, relative; of rounding [-]
};

/// Moves the bodies by one step, from collision to collision. Throws Error, and leaves the bodies
/// as they were: for bodies that overlap by more than `touching` at the start, for more collisions
/// and parts than `most_events`, for a collision whose time cannot be met, for contacts that
/// nothing can hold, for a motion that does not stay finite. Bodies without a bound on their travel
/// that pass through each other within the step are not seen. `accepted` is told each state that
/// the motion goes on from, and the time since the last one; it may be empty.
EventReport event_step(
    std::vector<RigidBody>& bodies, const FindEventContacts& find, const EventSettings& settings,
    const std::function<void(std::span<const RigidBody>, double)>& accepted = {});

}  // namespace touchstone
