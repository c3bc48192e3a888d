#include "rigid_solver/events/event_step.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "rigid_solver/events/complementarity.h"
#include "rigid_solver/events/flight.h"

namespace touchstone {
namespace {

constexpr double kClosing = 1e-9;  // [m/s]
constexpr double kImpact = 1e-6;   // what closes faster has collided [m/s]

Eigen::VectorXd rates_of(const Eigen::MatrixXd& factor, const Eigen::VectorXd& motion) {
    return factor.transpose() * motion;
}

std::vector<EventContact> touching_ones(const std::vector<EventContact>& contacts,
                                        double touching) {
    std::vector<EventContact> result;
    std::ranges::copy_if(contacts, std::back_inserter(result), [&](const EventContact& contact) {
        return contact.separation < touching;
    });
    return result;
}

std::vector<EventContact> of_indices(const std::vector<EventContact>& contacts,
                                     const std::vector<int>& indices) {
    std::vector<EventContact> result;
    result.reserve(indices.size());
    for (const int index : indices) {
        result.push_back(contacts[index]);
    }
    return result;
}

/// Gives impulses to contacts that touch and close. Below the speed of rest nothing rebounds, and
/// all slow ones are brought to rest.
void collide(std::vector<RigidBody>& bodies, const std::vector<EventContact>& contacts,
             const EventSettings& settings, CollisionEvent& event, EventReport& report) {
    const std::vector<EventContact> touching = touching_ones(contacts, settings.touching);
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
std::vector<EventContact> carrying_ones(const std::vector<RigidBody>& bodies,
                                        const std::vector<EventContact>& contacts,
                                        const EventSettings& settings) {
    const std::vector<EventContact> touching = touching_ones(contacts, settings.touching);
    const MassMetric metric = mass_metric(bodies);
    const Eigen::VectorXd rates =
        rates_of(contact_factor(metric, touching), metric_velocities(metric, bodies));
    std::vector<EventContact> result;
    for (int i = 0; i < std::ssize(touching); ++i) {
        if (rates[i] < settings.slow) {
            result.push_back(touching[i]);
        }
    }
    return result;
}

/// Moves what still overlaps apart by the least displacement: contacts that depend on others, and
/// those whose surfaces have changed within the step.
void part(std::vector<RigidBody>& bodies, const FindEventContacts& find,
          const EventSettings& settings) {
    constexpr int kRounds = 5;
    for (int i = 0; i < kRounds; ++i) {
        const std::vector<EventContact> near = touching_ones(find(bodies, 0.0), settings.touching);
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
void stop(std::vector<RigidBody>& bodies, const std::vector<EventContact>& held,
          EventReport& report) {
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
void hold(std::vector<RigidBody>& bodies, const std::vector<EventContact>& touching,
          const FindEventContacts& find, const EventSettings& settings, EventReport& report) {
    if (touching.empty()) {
        return;
    }
    std::vector<EventContact> contacts;
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
    const std::vector<EventContact> held = of_indices(contacts, pressed);
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
std::optional<EventContact> deepest(const std::vector<EventContact>& contacts,
                                    const std::vector<EventContact>& touching, double overlap) {
    const EventContact* best = nullptr;
    for (const EventContact& contact : contacts) {
        if (contact.separation < -overlap && find_same(touching, contact) == nullptr &&
            (best == nullptr || contact.separation < best->separation)) {
            best = &contact;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(*best);
}

std::string names_of(const std::vector<RigidBody>& bodies, const EventContact& contact) {
    return "'" + bodies[contact.body_a].name + "' and '" + bodies[contact.body_b].name + "'";
}

/// Overlaps of less than what counts as touch are rounding, which `part` takes away.
void require_apart(const std::vector<RigidBody>& bodies, const std::vector<EventContact>& near,
                   const EventSettings& settings) {
    if (const auto overlapping = deepest(near, {}, settings.touching)) {
        throw Error("bodies " + names_of(bodies, *overlapping) + " overlap by " +
                    shortest(-overlapping->separation) +
                    " m at its start; collisions are of bodies that are apart or touch");
    }
}

/// s, ṡ and s̈ of a contact in a state; far apart where it is not found.
SeparationJet separation_of(const std::vector<RigidBody>& bodies, const EventContact& wanted,
                            const std::vector<EventContact>& touching,
                            const FindEventContacts& find, const EventSettings& settings) {
    const std::vector<EventContact> contacts = find(bodies, settings.time_step);
    const EventContact* contact = find_same(contacts, wanted);
    if (contact == nullptr) {
        return {1.0, 0.0, 0.0};
    }
    const Push push = push_of(bodies, known_ones(contacts, touching), settings);
    const std::vector<EventContact> one{*contact};
    const Eigen::MatrixXd factor = contact_factor(push.metric, one);
    return {contact->separation, factor.col(0).dot(metric_velocities(push.metric, bodies)),
            factor.col(0).dot(push.accelerations) + contact->curvature_rate};
}

/// A part of the step up to the next collision, or to its end.
struct Reach {
    std::vector<RigidBody> bodies;
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
        const auto separation = [&](const std::vector<RigidBody>& bodies) {
            return separation_of(bodies, *overlapping, flight.touching, flight.find, settings);
        };
        const CollisionBracket bracket{0.0, separation(flight.start), reach.time,
                                       separation(reach.bodies)};
        // To half of what is allowed, so that no other rounding makes it too much.
        const CollisionTime found =
            find_collision_time([&](double time) { return separation(flight.after(time)); },
                                bracket, 0.5 * settings.overlap, settings.collisions);
        if (!found.met) {
            throw Error("the time at which bodies " + names_of(reach.bodies, *overlapping) +
                        " meet was not found: their separation is " +
                        std::to_string(found.there.value) +
                        " m where it should be 0; take shorter steps");
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
    std::vector<RigidBody> now = bodies;
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
        const std::vector<EventContact> near = find(now, settings.time_step);
        if (rounds == 0) {
            require_apart(now, near, settings);
        }
        collide(now, near, settings, event, report);
        if (evaluations > 0 || event.speed > kImpact) {
            report.events.push_back(event);
        }
        const std::vector<EventContact> touching =
            carrying_ones(now, find(now, settings.time_step), settings);
        const Flight flight{now, touching, find, settings};
        Reach reach = next_collision(flight, settings.time_step - done);
        evaluations = reach.evaluations;
        now = std::move(reach.bodies);
        done = reach.collision ? done + reach.time : settings.time_step;
        report.contacts.clear();
        report.forces.clear();
        hold(now, touching, find, settings, report);
        validate(now);
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
