#include "rigid_solver/events/flight.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "rigid_solver/events/complementarity.h"

namespace touchstone {
namespace {

using Bodies = std::vector<RigidBody>;
using Contacts = std::vector<EventContact>;

bool is_same(const EventContact& one, const EventContact& other) {
    return std::tie(one.body_a, one.body_b, one.name) ==
           std::tie(other.body_a, other.body_b, other.name);
}

/// Returns the bodies with their origins at their centres of mass, so that steps add up.
Bodies centred(Bodies bodies) {
    for (RigidBody& body : bodies) {
        if (!body.fixed) {
            Pose& pose = body.state.world_from_body;
            pose.translation = pose * body.state.center_of_mass;
        }
    }
    return bodies;
}

/// Undoes `centred`, with unit quaternions.
Bodies placed(Bodies bodies) {
    for (RigidBody& body : bodies) {
        if (!body.fixed) {
            Pose& pose = body.state.world_from_body;
            pose.rotation.normalize();
            pose.translation -= pose.rotation.toRotationMatrix() * body.state.center_of_mass;
        }
    }
    return bodies;
}

/// Adds `time` times a rate to centred bodies. Quaternions are added as four numbers, q̇ = (0, ω) q
/// / 2: that keeps the order of Runge–Kutta steps.
void add(const StateRate& rate, double time, Bodies& bodies) {
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (bodies[i].fixed) {
            continue;
        }
        BodyState& state = bodies[i].state;
        const BodyState& moving = rate.states[i];
        const Vec3& omega = moving.angular_velocity;
        const Quat turning =
            Quat(0.0, omega.x(), omega.y(), omega.z()) * moving.world_from_body.rotation;
        state.world_from_body.translation += time * moving.linear_velocity;
        state.world_from_body.rotation.coeffs() += 0.5 * time * turning.coeffs();
        state.linear_velocity += time * rate.accelerations[i].linear;
        state.angular_velocity += time * rate.accelerations[i].angular;
    }
}

Bodies at_stage(const Bodies& start, const StateRate& rate, double time) {
    Bodies bodies = centred(start);
    add(rate, time, bodies);
    return placed(std::move(bodies));
}

}  // namespace

const EventContact* find_same(const Contacts& contacts, const EventContact& wanted) {
    const auto found = std::ranges::find_if(
        contacts, [&](const EventContact& contact) { return is_same(contact, wanted); });
    return found == contacts.end() ? nullptr : &*found;
}

Contacts known_ones(const Contacts& contacts, const Contacts& wanted) {
    Contacts result;
    std::ranges::copy_if(contacts, std::back_inserter(result), [&](const EventContact& contact) {
        return find_same(wanted, contact) != nullptr;
    });
    return result;
}

Push push_of(const Bodies& bodies, const Contacts& contacts, const EventSettings& settings) {
    Push push;
    push.metric = mass_metric(bodies);
    push.accelerations = free_accelerations(push.metric, bodies, settings.gravity);
    if (contacts.empty()) {
        return push;
    }
    const Eigen::MatrixXd factor = contact_factor(push.metric, contacts);
    Eigen::VectorXd offset = factor.transpose() * push.accelerations;
    for (int i = 0; i < std::ssize(contacts); ++i) {
        offset[i] += contacts[i].curvature_rate;
    }
    push.forces = solve_complementarity({factor, offset}).forces;
    push.accelerations += factor * push.forces;
    return push;
}

namespace {

constexpr double kLeastFlight = 1e-6;  // share of a step
constexpr double kHeld = 0.25;         // share of the accepted overlap
constexpr double kRounded = 1e-15;     // rounding of coordinates and energies, relative

/// Returns the rates at which contacts open.
Eigen::VectorXd opening_rates(const Bodies& bodies, const Contacts& contacts) {
    const MassMetric metric = mass_metric(bodies);
    return contact_factor(metric, contacts).transpose() * metric_velocities(metric, bodies);
}

/// Returns the change of energy that nothing explains, as a share of what is accepted.
double energy_error_share(const Flight& flight, double time, const Bodies& end) {
    const Vec3& gravity = flight.settings.gravity;
    const Energy before = energy(flight.start, gravity);
    const Energy after = energy(end, gravity);
    double rounding = kRounded * (before.kinetic + after.kinetic);
    for (const RigidBody& body : end) {
        rounding += body.fixed ? 0.0
                               : kRounded * body.mass * gravity.norm() *
                                     body.state.world_from_body.translation.norm();
    }
    const double change = (after.kinetic - before.kinetic) + (after.potential - before.potential);
    return std::abs(change - time * flight.power) / (flight.settings.energy_error + rounding);
}

/// Returns the largest change of a separation that is held, as a share of what is accepted.
double held_error_share(const Flight& flight, double time, const Bodies& end) {
    if (flight.pressed.empty()) {
        return 0.0;
    }
    const Contacts there = flight.find(end, 0.0);
    double largest = 0.0;
    for (int i = 0; i < std::ssize(flight.pressed); ++i) {
        const EventContact& before = flight.pressed[i];
        if (const EventContact* const after = find_same(there, before)) {
            const double expected = before.separation + time * flight.pressed_rates[i];
            largest = std::max(largest, std::abs(after->separation - expected));
        }
    }
    double farthest = 0.0;
    for (const RigidBody& body : end) {
        farthest = std::max(farthest, body.state.world_from_body.translation.norm());
    }
    return largest / (kHeld * flight.settings.overlap + kRounded * farthest);
}

/// Shortens a flight until its errors are accepted ones. They are of fifth order in its time; what
/// does not shrink with it is rounding, and stays.
HeldFlight accurate(HeldFlight held, double least) {
    constexpr int kMostInVain = 6;
    constexpr double kInVain = 0.9;  // of the errors before
    double last = std::numeric_limits<double>::infinity();
    for (int in_vain = 0; held.time > least && in_vain < kMostInVain;) {
        const double share = std::max(energy_error_share(held.flight, held.time, held.end),
                                      held_error_share(held.flight, held.time, held.end));
        if (!(share > 1.0)) {
            break;
        }
        in_vain += share > kInVain * last ? 1 : 0;
        last = share;
        held.time *= std::clamp(0.9 * std::pow(share, -0.2), 0.1, 0.9);
        held.end = held.flight.after(held.time);
        held.is_shortened = true;
    }
    return held;
}

/// Returns the contacts that carried forces and no longer exist.
Contacts lost_ones(const Flight& flight, const Bodies& bodies) {
    Contacts lost;
    if (flight.pressed.empty()) {
        return lost;
    }
    const Contacts there = flight.find(bodies, 0.0);
    std::ranges::copy_if(flight.pressed, std::back_inserter(lost),
                         [&](const EventContact& one) { return find_same(there, one) == nullptr; });
    return lost;
}

/// Returns the longest time up to which all of these contacts exist, to within a small time, by
/// bisection [s].
double held_time(const Flight& flight, double longest, double least) {
    double held = 0.0;
    double lost = longest;
    while (lost - held > 0.1 * least) {
        const double middle = 0.5 * (held + lost);
        (lost_ones(flight, flight.after(middle)).empty() ? held : lost) = middle;
    }
    return held;
}

}  // namespace

StateRate Flight::rate_at(const Bodies& bodies, Eigen::VectorXd* forces, Contacts* found) const {
    const Contacts contacts =
        touching.empty() ? Contacts{} : known_ones(find(bodies, 0.0), touching);
    const Push push = push_of(bodies, contacts, settings);
    StateRate rate;
    rate.states.reserve(bodies.size());
    rate.accelerations.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        rate.states.push_back(bodies[i].state);
        rate.accelerations.push_back(change_of(push.metric, push.accelerations, i));
    }
    if (forces != nullptr) {
        *forces = push.forces;
        *found = contacts;
    }
    return rate;
}

Bodies Flight::after(double time) const {
    const StateRate two = rate_at(at_stage(start, first, 0.5 * time));
    const StateRate three = rate_at(at_stage(start, two, 0.5 * time));
    const StateRate four = rate_at(at_stage(start, three, time));
    Bodies bodies = centred(start);
    add(first, time / 6.0, bodies);
    add(two, time / 3.0, bodies);
    add(three, time / 3.0, bodies);
    add(four, time / 6.0, bodies);
    return placed(std::move(bodies));
}

Flight make_flight(const Bodies& start, Contacts near, Contacts touching,
                   const FindEventContacts& find, const EventSettings& settings) {
    Flight flight{start, std::move(near), std::move(touching), find, settings, {}, {}, {}, 0.0};
    Eigen::VectorXd forces;
    Contacts found;
    flight.first = flight.rate_at(start, &forces, &found);
    flight.pressed.reserve(found.size());
    std::vector<double> pressing;
    pressing.reserve(found.size());
    for (int i = 0; i < std::ssize(found); ++i) {
        if (forces[i] > 0.0) {
            flight.pressed.push_back(found[i]);
            pressing.push_back(forces[i]);
        }
    }
    flight.pressed_rates = opening_rates(start, flight.pressed);
    for (int i = 0; i < std::ssize(pressing); ++i) {
        flight.power += pressing[i] * flight.pressed_rates[i];
    }
    return flight;
}

HeldFlight make_held_flight(Flight flight, double longest) {
    const double least = kLeastFlight * flight.settings.time_step;
    std::vector<RigidBody> end = flight.after(longest);
    if (lost_ones(flight, end).empty()) {
        return accurate({std::move(flight), longest, std::move(end)}, least);
    }
    const double time = held_time(flight, longest, least);
    const Contacts lost =
        time > least ? Contacts{} : lost_ones(flight, flight.after(std::min(longest, 2.0 * least)));
    if (lost.empty()) {
        end = flight.after(time);
        return accurate({std::move(flight), time, std::move(end)}, least);
    }
    Contacts kept;
    std::ranges::copy_if(flight.touching, std::back_inserter(kept),
                         [&](const EventContact& one) { return find_same(lost, one) == nullptr; });
    return make_held_flight(
        make_flight(flight.start, flight.near, std::move(kept), flight.find, flight.settings),
        longest);
}

}  // namespace touchstone
