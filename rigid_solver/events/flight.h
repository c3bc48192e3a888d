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

/// Steps from one state, with the touching contacts held fixed. All members must outlive it.
struct Flight {
    const std::vector<RigidBody>& start;
    const std::vector<EventContact>& touching;
    const FindEventContacts& find;
    const EventSettings& settings;

    /// Returns the rate in a state; if asked for, the forces and the contacts that carry them.
    StateRate rate_at(const std::vector<RigidBody>& bodies, Eigen::VectorXd* forces = nullptr,
                      std::vector<EventContact>* found = nullptr) const;

    /// Returns the state after one Runge–Kutta step of fourth order [s].
    std::vector<RigidBody> after(double time) const;
};

}  // namespace touchstone
