#include "rigid_solver/events/event_step.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "methods/base/error.h"
#include "rigid_solver/events/complementarity.h"

namespace touchstone {
namespace {

using Bodies = std::vector<RigidBody>;
using Contacts = std::vector<EventContact>;

constexpr double kClosing = 1e-9;  // [m/s]
constexpr double kImpact = 1e-6;   // what closes faster has collided [m/s]

bool is_same(const EventContact& one, const EventContact& other) {
    return std::tie(one.body_a, one.body_b, one.name) ==
           std::tie(other.body_a, other.body_b, other.name);
}

const EventContact* find_same(const Contacts& contacts, const EventContact& wanted) {
    const auto found = std::ranges::find_if(
        contacts, [&](const EventContact& contact) { return is_same(contact, wanted); });
    return found == contacts.end() ? nullptr : &*found;
}

/// The contacts of `contacts` that are known from `wanted`.
Contacts known_ones(const Contacts& contacts, const Contacts& wanted) {
    Contacts result;
    std::ranges::copy_if(contacts, std::back_inserter(result), [&](const EventContact& contact) {
        return find_same(wanted, contact) != nullptr;
    });
    return result;
}

/// Accelerations under the forces of the contacts, as y.
struct Push {
    MassMetric metric;
    Eigen::VectorXd accelerations;
    Eigen::VectorXd forces;
};

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

/// How a state changes.
struct StateRate {
    std::vector<BodyState> states;  ///< whose velocities are the rates of the places
    std::vector<BodyChange> accelerations;
};

/// Bodies whose origins stand where their centres of mass are, so that steps add up.
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

/// One Runge–Kutta step, with the touching contacts held fixed.
struct Flight {
    const Bodies& start;
    const Contacts& touching;
    const FindEventContacts& find;
    const EventSettings& settings;

    StateRate rate_at(const Bodies& bodies, Eigen::VectorXd* forces = nullptr,
                      Contacts* found = nullptr) const {
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

    Bodies at_stage(const StateRate& rate, double time) const {
        Bodies bodies = centred(start);
        add(rate, time, bodies);
        return placed(std::move(bodies));
    }

    Bodies after(double time) const {
        const StateRate one = rate_at(start);
        const StateRate two = rate_at(at_stage(one, 0.5 * time));
        const StateRate three = rate_at(at_stage(two, 0.5 * time));
        const StateRate four = rate_at(at_stage(three, time));
        Bodies bodies = centred(start);
        add(one, time / 6.0, bodies);
        add(two, time / 3.0, bodies);
        add(three, time / 3.0, bodies);
        add(four, time / 6.0, bodies);
        return placed(std::move(bodies));
    }
};

Eigen::VectorXd rates_of(const Eigen::MatrixXd& factor, const Eigen::VectorXd& motion) {
    return factor.transpose() * motion;
}

Contacts touching_ones(const Contacts& contacts, double touching) {
    Contacts result;
    std::ranges::copy_if(contacts, std::back_inserter(result), [&](const EventContact& contact) {
        return contact.separation < touching;
    });
    return result;
}

Contacts of_indices(const Contacts& contacts, const std::vector<int>& indices) {
    Contacts result;
    result.reserve(indices.size());
    for (const int index : indices) {
        result.push_back(contacts[index]);
    }
    return result;
}

/// Gives impulses to contacts that touch and close. Below the speed of rest nothing rebounds, and
/// all slow ones are brought to rest.
void collide(Bodies& bodies, const Contacts& contacts, const EventSettings& settings,
             CollisionEvent& event, EventReport& report) {
    const Contacts touching = touching_ones(contacts, settings.touching);
    if (touching.empty()) {
        return;
    }
    const MassMetric metric = mass_metric(bodies);
    const Eigen::MatrixXd factor = contact_factor(metric, touching);
    const Eigen::VectorXd before = metric_velocities(metric, bodies);
    const double fastest = -rates_of(factor, before).minCoeff();
    if (fastest <= kClosing * (1.0 + before.norm())) {
        return;
    }
    const bool rests = fastest < settings.rest_speed;
    Eigen::VectorXd after =
        after_impact(factor, before, rests ? 0.0 : settings.restitution, settings.impacts);
    if (rests) {
        const Eigen::VectorXd rates = rates_of(factor, after);
        std::vector<int> slow;
        for (int i = 0; i < rates.size(); ++i) {
            if (std::abs(rates[i]) < settings.rest_speed) {
                slow.push_back(i);
            }
        }
        const Eigen::MatrixXd held = contact_factor(metric, of_indices(touching, slow));
        const Eigen::VectorXd still = after + shortest_change(held, -rates_of(held, after));
        after = without_closing(factor, still);
    }
    set_velocities(metric, after, bodies);
    int first = 0;
    rates_of(factor, before).minCoeff(&first);
    event.body_a = touching[first].body_a;
    event.body_b = touching[first].body_b;
    event.speed = fastest;
    event.energy_change += 0.5 * (after.squaredNorm() - before.squaredNorm());
    report.impulse_energy += 0.5 * (after.squaredNorm() - before.squaredNorm());
    const double gain = after.squaredNorm() / before.squaredNorm() - 1.0;
    report.largest_energy_gain = std::max(report.largest_energy_gain, gain);
}

/// The touching contacts that may carry forces.
Contacts carrying_ones(const Bodies& bodies, const Contacts& contacts,
                       const EventSettings& settings) {
    const Contacts touching = touching_ones(contacts, settings.touching);
    const MassMetric metric = mass_metric(bodies);
    const Eigen::VectorXd rates =
        rates_of(contact_factor(metric, touching), metric_velocities(metric, bodies));
    Contacts result;
    for (int i = 0; i < std::ssize(touching); ++i) {
        if (rates[i] < settings.slow) {
            result.push_back(touching[i]);
        }
    }
    return result;
}

/// Moves what still overlaps apart by the least displacement: contacts that depend on others, and
/// those whose surfaces have changed within the step.
void part(Bodies& bodies, const FindEventContacts& find, const EventSettings& settings) {
    constexpr int kRounds = 5;
    for (int i = 0; i < kRounds; ++i) {
        const Contacts near = touching_ones(find(bodies, 0.0), settings.touching);
        Eigen::VectorXd gaps(static_cast<int>(near.size()));
        for (int j = 0; j < std::ssize(near); ++j) {
            gaps[j] = near[j].separation;
        }
        if (near.empty() || gaps.minCoeff() >= -0.5 * settings.overlap) {
            return;
        }
        const MassMetric metric = mass_metric(bodies);
        const Eigen::MatrixXd factor = contact_factor(metric, near);
        displace(metric, factor * solve_complementarity({factor, gaps}).forces, bodies);
    }
}

/// Brings contacts that carry forces to rest along their normals. More than the integration can
/// have left is an impulse: they were opening slowly.
void stop(Bodies& bodies, const Contacts& held, EventReport& report) {
    constexpr double kIntegration = 1e-6;  // [m/s]
    const MassMetric metric = mass_metric(bodies);
    const Eigen::MatrixXd factor = contact_factor(metric, held);
    const Eigen::VectorXd motion = metric_velocities(metric, bodies);
    const Eigen::VectorXd rates = rates_of(factor, motion);
    const Eigen::VectorXd still = motion + shortest_change(factor, -rates);
    set_velocities(metric, still, bodies);
    if (rates.size() > 0 && rates.cwiseAbs().maxCoeff() > kIntegration) {
        report.impulse_energy += 0.5 * (still.squaredNorm() - motion.squaredNorm());
    }
}

/// Takes the errors of the integration off the contacts that carry forces: they end with the
/// separation that they began with, none where that was an overlap, and with ṡ = 0.
void hold(Bodies& bodies, const Contacts& touching, const FindEventContacts& find,
          const EventSettings& settings, EventReport& report) {
    if (touching.empty()) {
        return;
    }
    Contacts contacts;
    Eigen::VectorXd forces;
    Flight{bodies, touching, find, settings}.rate_at(bodies, &forces, &contacts);
    report.contacts = contacts;
    report.forces.assign(forces.begin(), forces.end());
    std::vector<int> pressed;
    for (int i = 0; i < std::ssize(contacts); ++i) {
        if (forces[i] > 0.0) {
            pressed.push_back(i);
        }
    }
    const Contacts held = of_indices(contacts, pressed);
    const MassMetric metric = mass_metric(bodies);
    const Eigen::MatrixXd factor = contact_factor(metric, held);
    Eigen::VectorXd errors(factor.cols());
    for (int i = 0; i < std::ssize(held); ++i) {
        const double before = find_same(touching, held[i])->separation;
        errors[i] = held[i].separation - std::max(0.0, before);
    }
    displace(metric, shortest_change(factor, -errors), bodies);
    part(bodies, find, settings);
    stop(bodies, known_ones(find(bodies, 0.0), held), report);
}

/// The contact that overlaps most of those that were not held; null: none does too far.
std::optional<EventContact> deepest(const Contacts& contacts, const Contacts& touching,
                                    double overlap) {
    const EventContact* best = nullptr;
    for (const EventContact& contact : contacts) {
        if (contact.separation < -overlap && find_same(touching, contact) == nullptr &&
            (best == nullptr || contact.separation < best->separation)) {
            best = &contact;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(*best);
}

/// s, ṡ and s̈ of a contact in a state; far apart where it is not found.
SeparationJet separation_of(const Bodies& bodies, const EventContact& wanted,
                            const Contacts& touching, const FindEventContacts& find,
                            const EventSettings& settings) {
    const Contacts contacts = find(bodies, settings.time_step);
    const EventContact* contact = find_same(contacts, wanted);
    if (contact == nullptr) {
        return {1.0, 0.0, 0.0};
    }
    const Push push = push_of(bodies, known_ones(contacts, touching), settings);
    const Contacts one{*contact};
    const Eigen::MatrixXd factor = contact_factor(push.metric, one);
    return {contact->separation, factor.col(0).dot(metric_velocities(push.metric, bodies)),
            factor.col(0).dot(push.accelerations) + contact->curvature_rate};
}

/// A part of the step up to the next collision, or to its end.
struct Reach {
    Bodies bodies;
    double time = 0.0;
    std::optional<EventContact> collision;
    int evaluations = 0;
};

Reach next_collision(const Flight& flight, double left) {
    const EventSettings& settings = flight.settings;
    Reach reach{flight.after(left), left, std::nullopt, 0};
    for (int i = 0; i < settings.most_events; ++i) {
        const std::optional<EventContact> overlapping = deepest(
            flight.find(reach.bodies, settings.time_step), flight.touching, settings.overlap);
        if (!overlapping) {
            return reach;
        }
        const auto separation = [&](const Bodies& bodies) {
            return separation_of(bodies, *overlapping, flight.touching, flight.find, settings);
        };
        const CollisionBracket bracket{0.0, separation(flight.start), reach.time,
                                       separation(reach.bodies)};
        // To half of what is allowed, so that no other rounding makes it too much.
        const CollisionTime found =
            find_collision_time([&](double time) { return separation(flight.after(time)); },
                                bracket, 0.5 * settings.overlap, settings.collisions);
        if (!found.met) {
            throw Error(
                "the time at which bodies " + std::to_string(overlapping->body_a) + " and " +
                std::to_string(overlapping->body_b) + " meet was not found: their separation is " +
                std::to_string(found.there.value) + " m where it should be 0; take shorter steps");
        }
        reach = {flight.after(found.time), found.time, overlapping,
                 reach.evaluations + found.evaluations};
    }
    throw Error("a step has no end without overlaps; take shorter steps");
}

}  // namespace

void validate(const EventSettings& settings) {
    const auto check = [](bool holds, const std::string& what) {
        if (!holds) {
            throw UsageError("event-driven steps: " + what);
        }
    };
    check(settings.time_step > 0.0 && std::isfinite(settings.time_step),
          "the time step must be above 0 s");
    check(settings.gravity.allFinite(), "gravity must be finite");
    check(settings.restitution >= 0.0 && settings.restitution <= 1.0,
          "the restitution must be in [0, 1]");
    check(settings.rest_speed >= 0.0 && settings.slow > 0.0 && settings.touching > 0.0 &&
              settings.overlap > 0.0 && settings.most_events > 0,
          "speeds, lengths and counts must be above 0");
}

EventReport event_step(std::vector<RigidBody>& bodies, const FindEventContacts& find,
                       const EventSettings& settings,
                       const std::function<void(std::span<const RigidBody>, double)>& accepted) {
    EventReport report;
    Bodies now = bodies;
    double done = 0.0;
    int evaluations = 0;
    for (int rounds = 0; done < settings.time_step; ++rounds) {
        if (rounds > settings.most_events) {
            throw Error("more than " + std::to_string(settings.most_events) +
                        " collisions in a step of " + std::to_string(settings.time_step) +
                        " s: bodies chatter; raise the speed of rest or lower the restitution");
        }
        CollisionEvent event;
        event.time = done;
        event.speed = 0.0;
        event.evaluations = evaluations;
        collide(now, find(now, settings.time_step), settings, event, report);
        if (evaluations > 0 || event.speed > kImpact) {
            report.events.push_back(event);
        }
        const Contacts touching = carrying_ones(now, find(now, settings.time_step), settings);
        const Flight flight{now, touching, find, settings};
        Reach reach = next_collision(flight, settings.time_step - done);
        evaluations = reach.evaluations;
        now = std::move(reach.bodies);
        done = reach.collision ? done + reach.time : settings.time_step;
        report.contacts.clear();
        report.forces.clear();
        hold(now, touching, find, settings, report);
        if (accepted) {
            accepted(now, reach.time);
        }
    }
    report.least_separation = 0.0;
    for (const EventContact& contact : find(now, 0.0)) {
        report.least_separation = std::min(report.least_separation, contact.separation);
    }
    bodies = std::move(now);
    return report;
}

}  // namespace touchstone
