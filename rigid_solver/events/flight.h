#pragma once

#include <Eigen/Core>
#include <vector>

#include "rigid_solver/events/contact_factor.h"
#include "rigid_solver/events/event_step.h"
#include "rigid_solver/rigid_body.h"

// The motion between two collisions: Runge–Kutta steps under the forces of the touching contacts.

namespace touchstone {

/// Returns the contact of `contacts` between the same bodies and with the same name as `wanted`;
/// null: there is none.
const EventContact* find_same(const std::vector<EventContact>& contacts,
                              const EventContact& wanted);

/// Returns those contacts of `contacts` that also occur in `wanted`, in their order.
std::vector<EventContact> known_ones(const std::vector<EventContact>& contacts,
                                     const std::vector<EventContact>& wanted);

/// Accelerations under gravity and the forces of contacts, in the coordinates of the metric.
struct Push {
    MassMetric metric;              ///< masses of the bodies
    Eigen::VectorXd accelerations;  ///< accelerations by gravity and forces together
    Eigen::VectorXd forces;         ///< one per contact, along its normal [N]
};
/// Computes the forces of the contacts and the accelerations that result.
Push push_of(const std::vector<RigidBody>& bodies, const std::vector<EventContact>& contacts,
             const EventSettings& settings);

/// The rate at which a state changes.
struct StateRate {
    std::vector<BodyState> states;  ///< rates of the placements, as velocities of a state per body
    std::vector<BodyChange> accelerations;  ///< accelerations of each body
};

/// Steps from one state, with the touching contacts held fixed. `find` and `settings` must outlive
/// it.
struct Flight {
    std::vector<RigidBody> start;
    std::vector<EventContact> near;      ///< all contacts in that state
    std::vector<EventContact> touching;  ///< those of them that may carry forces
    const FindEventContacts& find;
    const EventSettings& settings;
    StateRate first;                    ///< rate in that state
    std::vector<EventContact> pressed;  ///< those of the touching contacts that carry a force in
                                        ///< that state
    Eigen::VectorXd pressed_rates;      ///< ṡ of each of them in that state [m/s]
    double power = 0.0;                 ///< work of their forces per time [W]; 0 but for those that
                                        ///< open slowly

    /// Returns the rate in a state. Through the pointers, both null or neither, it also returns the
    /// forces and the contacts that carry them.
    StateRate rate_at(const std::vector<RigidBody>& bodies, Eigen::VectorXd* forces = nullptr,
                      std::vector<EventContact>* found = nullptr) const;

    /// Returns the state after one Runge–Kutta step of fourth order over `time` [s].
    std::vector<RigidBody> after(double time) const;
};
/// Makes a flight from a state and its contacts, with the rate and the pressed contacts at the
/// start.
Flight make_flight(const std::vector<RigidBody>& start, std::vector<EventContact> near,
                   std::vector<EventContact> touching, const FindEventContacts& find,
                   const EventSettings& settings);

/// A flight within which the contacts that carry forces persist.
struct HeldFlight {
    Flight flight;
    double time = 0.0;           ///< time that it may take [s]
    std::vector<RigidBody> end;  ///< state at its end
    bool is_shortened = false;   ///< true: it ends early, for its accuracy
};

/// Makes a flight of at most `longest` [s]. It ends where a contact that carries a force ends, such
/// as that of an edge which slides past the end of another; otherwise its state would jump with the
/// stages that still have the force. A flight that would end at once carries none: another contact,
/// that of the corner, has taken its place. It also ends before contacts that carry forces leave
/// their separations by more than a quarter of the accepted overlap, or the energy changes by more
/// than `energy_error`: both are errors of the integration, of contacts that wander fast over the
/// surfaces and of bodies that spin fast.
HeldFlight make_held_flight(Flight flight, double longest);

}  // namespace touchstone
