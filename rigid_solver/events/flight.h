#pragma once

#include <Eigen/Core>
#include <vector>

#include "rigid_solver/events/contact_factor.h"
#include "rigid_solver/events/event_step.h"
#include "rigid_solver/rigid_body.h"

// The motion between two collisions: Runge–Kutta steps under the forces of the contacts that touch.

namespace touchstone {

/// Returns the contact of `contacts` between the same bodies and of the same name as `wanted`;
/// null: there is none.
const EventContact* find_same(const std::vector<EventContact>& contacts,
                              const EventContact& wanted);

/// Returns the contacts of `contacts` that are known from `wanted`, in their order.
std::vector<EventContact> known_ones(const std::vector<EventContact>& contacts,
                                     const std::vector<EventContact>& wanted);

/// Accelerations under gravity and the forces of contacts, in the coordinates of the metric.
struct Push {
    MassMetric metric;
    Eigen::VectorXd accelerations;
    Eigen::VectorXd forces;  ///< one per contact, along its normal [N]
};
Push push_of(const std::vector<RigidBody>& bodies, const std::vector<EventContact>& contacts,
             const EventSettings& settings);

/// The rate at which a state changes.
struct StateRate {
    std::vector<BodyState> states;          ///< whose velocities are the rates of the places
    std::vector<BodyChange> accelerations;  ///< one per body
};

/// Steps from one state, with the touching contacts held fixed. `find` and `settings` must outlive
/// it.
struct Flight {
    std::vector<RigidBody> start;
    std::vector<EventContact> near;      ///< all contacts of that state
    std::vector<EventContact> touching;  ///< of these, those that may carry forces
    const FindEventContacts& find;
    const EventSettings& settings;
    StateRate first;                    ///< the rate in that state
    std::vector<EventContact> pressed;  ///< those of the touching ones that carry a force in it

    /// Returns the rate in a state; if asked for, the forces and the contacts that carry them.
    StateRate rate_at(const std::vector<RigidBody>& bodies, Eigen::VectorXd* forces = nullptr,
                      std::vector<EventContact>* found = nullptr) const;

    /// Returns the state after one Runge–Kutta step of fourth order [s].
    std::vector<RigidBody> after(double time) const;
};
Flight make_flight(const std::vector<RigidBody>& start, std::vector<EventContact> near,
                   std::vector<EventContact> touching, const FindEventContacts& find,
                   const EventSettings& settings);

/// A flight within which the contacts that carry forces stay.
struct HeldFlight {
    Flight flight;
    double time = 0.0;           ///< that it may take [s]
    std::vector<RigidBody> end;  ///< the state after it
};

/// Makes a flight of at most `longest`. It ends where a contact that carries a force does, like
/// that of an edge which slides past the end of another; otherwise its state would jump with the
/// stages that still have the force. One that ends at once carries none: another contact, that of
/// the corner, has taken its place.
HeldFlight make_held_flight(Flight flight, double longest);

}  // namespace touchstone
