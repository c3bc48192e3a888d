#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/events/collision_time.h"
#include "rigid_solver/events/contact_factor.h"
#include "rigid_solver/events/impacts.h"

// Motion of smooth bodies from one collision to the next, without friction. Between collisions
// there are Runge–Kutta steps of fourth order, in whose stages forces at the touching contacts keep
// s̈ ≥ 0; at collisions there are impulses. Baraff [1990], Figure 1.

namespace touchstone {

/// Finds the contacts of the bodies as they are, in an order of its own: all that could close
/// within `duration` [s], at the bodies' speeds and with gravity.
using FindEventContacts =
    std::function<std::vector<EventContact>(std::span<const RigidBody> bodies, double duration)>;

/// Bounds on a body's travel between two searches for contacts, so that it passes through no other
/// unnoticed.
struct TravelBound {
    double reach = 0.0;  ///< largest distance of its points from its centre of mass [m]
    double most = 0.0;   ///< largest path of any of its points [m], less than its thickness
};

/// Settings of the motion and of its collisions.
struct EventSettings {
    double time_step = 0.005;       ///< length of a step [s]
    Vec3 gravity{0.0, -9.82, 0.0};  ///< [m/s²]
    double restitution = 0.0;       ///< e in [0, 1]
    ImpactRule impacts = ImpactRule::Poisson;
    CollisionRule collisions = CollisionRule::Quintic;
    double rest_speed = 0.02;  ///< speed below which impacts have e = 0 and contacts rest after an
                               ///< impact [m/s]; without it bodies would chatter
    double touching = 2e-6;    ///< separation below which contacts touch [m]
    double slow = 1e-3;     ///< speed of opening below which touching contacts carry forces [m/s]
    double overlap = 1e-9;  ///< largest overlap ever accepted [m]
    double energy_error = std::numeric_limits<double>::infinity();  ///< largest change of energy
                                                                    ///< by the integration that is
                                                                    ///< accepted at a time [J]
    int most_events = 1000;           ///< largest number of collisions and parts in a step
    std::vector<TravelBound> travel;  ///< bound of each body; a step in which one goes farther is
                                      ///< taken in parts. Empty: no bounds
};

/// Throws UsageError, naming the setting and its range, unless all settings are in range.
void validate(const EventSettings& settings);

/// A collision.
struct CollisionEvent {
    double time = kUnset;  ///< since the start of the step [s]
    int body_a = -1;
    int body_b = -1;
    double speed = kUnset;       ///< speed at which they came together [m/s]
    double energy_change = 0.0;  ///< change of kinetic energy by its impulses [J]; positive only by
                                 ///< rounding
    int evaluations = 0;         ///< evaluations of separations to find its time
};

/// The result of a step.
struct EventReport {
    std::vector<CollisionEvent> events;
    std::vector<EventContact> contacts;  ///< contacts that carry forces at the end of the step
    std::vector<double> forces;          ///< force of each contact [N]
    int parts = 1;  ///< number of parts in which the step was taken, apart from its collisions:
                    ///< bodies go far in it, contacts wander fast, or the integration would lose
                    ///< its accuracy
    double least_separation = 0.0;  ///< least separation at any time from which the
                                    ///< motion continued, or 0 [m]
    double impulse_energy = 0.0;  ///< change of energy by all impulses, ≤ 0 but for rounding [J]
    double largest_energy_gain = 0.0;  ///< largest relative gain of energy by an impulse, from
                                       ///< rounding [-]
};

/// Moves the bodies by one step, from collision to collision. Throws Error, and leaves the bodies
/// as they were: for bodies that overlap by more than `touching` at the start, for more collisions
/// and parts than `most_events`, for a collision whose time cannot be met, for contacts that
/// nothing can hold, for a motion that does not stay finite. Bodies without a bound on their travel
/// that pass through each other within the step may go unnoticed. `accepted` is called with each
/// state from which the motion continues, and the time since the last one [s]; it may be empty.
EventReport event_step(
    std::vector<RigidBody>& bodies, const FindEventContacts& find, const EventSettings& settings,
    const std::function<void(std::span<const RigidBody>, double)>& accepted = {});

}  // namespace touchstone
