#include "rigid_solver/events/event_step.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "rigid_solver/events/complementarity.h"
#include "rigid_solver/events/flight.h"
#include "rigid_solver/events/next_collision.h"

namespace touchstone {
namespace {

// Of the speed below which contacts may carry forces: what closes slower is rounding, what closes
// faster than the second has collided.
constexpr double kClosing = 1e-6;
constexpr double kImpact = 1e-3;
constexpr double kRateRounding = 1e-9;  // share of the largest rate that the motion could have

Eigen::VectorXd rates_of(const Eigen::MatrixXd& factor, const Eigen::VectorXd& motion) {
    return factor.transpose() * motion;
}

/// Returns true where a contact that carries forces does what one that tells of overlaps would do:
/// of the same parts, along about the same normal, and about as near.
bool stands_for(const EventContact& other, const EventContact& contact, double touching) {
    constexpr double kSameWay = 0.9;  // cosine between normals
    return other.use == ContactUse::Forces && other.body_a == contact.body_a &&
           other.body_b == contact.body_b && other.name[0] == contact.name[0] &&
           other.name[2] == contact.name[2] && other.normal.dot(contact.normal) > kSameWay &&
           other.separation - contact.separation < touching;
}

std::vector<EventContact> touching_ones(const std::vector<EventContact>& contacts,
                                        double touching) {
    const auto touches = [&](const EventContact& contact) { return contact.separation < touching; };
    const auto is_spare = [&](const EventContact& contact) {
        return contact.use == ContactUse::Overlap &&
               std::ranges::any_of(contacts, [&](const EventContact& other) {
                   return touches(other) && stands_for(other, contact, touching);
               });
    };
    std::vector<EventContact> result;
    std::ranges::copy_if(contacts, std::back_inserter(result), [&](const EventContact& contact) {
        return touches(contact) && !is_spare(contact);
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
    const double rounding = kRateRounding * before.norm() * factor.colwise().norm().maxCoeff();
    if (fastest <= kClosing * settings.slow + rounding) {
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

/// Returns the touching contacts that may carry forces.
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
          const EventSettings& settings, EventReport& report) {
    const double integration = kImpact * settings.slow;
    const MassMetric metric = mass_metric(bodies);
    const Eigen::MatrixXd factor = contact_factor(metric, held);
    const Eigen::VectorXd motion = metric_velocities(metric, bodies);
    const Eigen::VectorXd rates = rates_of(factor, motion);
    const Eigen::VectorXd still = motion + shortest_change(factor, -rates);
    set_velocities(metric, still, bodies);
    if (rates.size() > 0 && rates.cwiseAbs().maxCoeff() > integration) {
        report.impulse_energy += 0.5 * (still.squaredNorm() - motion.squaredNorm());
    }
}

/// Makes a flight from a state. Contacts that open slowly and are pressed together by forces come
/// to rest first: as they open, forces would do work.
Flight flight_from(std::vector<RigidBody>& now, const std::vector<EventContact>& near,
                   const FindEventContacts& find, const EventSettings& settings,
                   EventReport& report) {
    Flight flight = make_flight(now, near, carrying_ones(now, near, settings), find, settings);
    if (flight.pressed.empty() ||
        flight.pressed_rates.cwiseAbs().maxCoeff() <= kClosing * settings.slow) {
        return flight;
    }
    const MassMetric metric = mass_metric(now);
    const Eigen::VectorXd motion = metric_velocities(metric, now);
    const Eigen::MatrixXd held = contact_factor(metric, flight.pressed);
    const Eigen::VectorXd still =
        without_closing(contact_factor(metric, flight.touching),
                        motion + shortest_change(held, -rates_of(held, motion)));
    set_velocities(metric, still, now);
    report.impulse_energy += 0.5 * (still.squaredNorm() - motion.squaredNorm());
    return make_flight(now, near, carrying_ones(now, near, settings), find, settings);
}

/// Takes the errors of the integration off the contacts that carry forces: they end with the
/// separation that they began with, none where that was an overlap, and with ṡ = 0.
void hold(std::vector<RigidBody>& bodies, const Flight& flight, EventReport& report) {
    if (flight.touching.empty()) {
        return;
    }
    std::vector<EventContact> contacts;
    Eigen::VectorXd forces;
    flight.rate_at(bodies, &forces, &contacts);
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
        const double before = find_same(flight.touching, held[i])->separation;
        errors[i] = held[i].separation - std::max(0.0, before);
    }
    displace(metric, shortest_change(factor, -errors), bodies);
    part(bodies, flight.find, flight.settings);
    stop(bodies, known_ones(flight.find(bodies, 0.0), held), flight.settings, report);
}

/// Throws Error where bodies overlap by more than what counts as touch; less is rounding, which
/// `part` takes away.
void require_apart(const std::vector<RigidBody>& bodies, const std::vector<EventContact>& near,
                   const EventSettings& settings) {
    if (const auto overlapping = deepest_overlap(near, {}, {}, settings.touching)) {
        throw Error("bodies " + names_of(bodies, *overlapping) + " overlap by " +
                    shortest(-overlapping->separation) +
                    " m at its start; collisions are of bodies that are apart or touch");
    }
}

/// Returns the least separation of contacts that tell whether bodies overlap, or 0 [m].
double least_separation(const std::vector<EventContact>& contacts) {
    double least = 0.0;
    for (const EventContact& contact : contacts) {
        least = contact.use == ContactUse::Forces ? least : std::min(least, contact.separation);
    }
    return least;
}

/// Returns how long the bodies may move before the next search for contacts [s]. Contacts can turn
/// a fall into a faster one of some points, which twice the gravity covers.
double longest_flight(const std::vector<RigidBody>& bodies, const EventSettings& settings) {
    const double gravity = 2.0 * settings.gravity.norm();
    double longest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::ssize(settings.travel); ++i) {
        if (bodies[i].fixed) {
            continue;
        }
        const auto& [reach, most] = settings.travel[i];
        const BodyState& state = bodies[i].state;
        const double speed = state.linear_velocity.norm() + reach * state.angular_velocity.norm();
        // The root of speed t + gravity t² / 2 = most, without cancellation.
        longest = std::min(longest,
                           2.0 * most / (speed + std::sqrt(speed * speed + 2.0 * gravity * most)));
    }
    return longest;
}

[[noreturn]] void throw_too_many(const EventReport& report, const EventSettings& settings) {
    const std::string step = " in a step of " + shortest(settings.time_step) + " s: ";
    if (report.parts > settings.most_events / 2) {
        throw Error("more than " + std::to_string(settings.most_events / 2) + " parts" + step +
                    "in each a body moves as far as it is thick, contacts as far as they can be "
                    "followed, or the integration as far as it is accurate; take shorter steps");
    }
    throw Error("more than " + std::to_string(settings.most_events) + " collisions" + step +
                "bodies chatter; raise the speed of rest or lower the restitution");
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
              settings.overlap > 0.0 && settings.energy_error > 0.0 && settings.most_events > 0,
          "speeds, lengths, energies and counts must be above 0");
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
            throw_too_many(report, settings);
        }
        CollisionEvent event;
        event.time = done;
        event.speed = 0.0;
        event.evaluations = evaluations;
        const std::vector<EventContact> near = find(now, settings.time_step);
        if (rounds == 0) {
            require_apart(now, near, settings);
        } else {
            report.least_separation = std::min(report.least_separation, least_separation(near));
        }
        collide(now, near, settings, event, report);
        if (evaluations > 0 || event.speed > kImpact * settings.slow) {
            report.events.push_back(event);
        }
        const double left = settings.time_step - done;
        const double longest = longest_flight(now, settings);
        HeldFlight held = make_held_flight(flight_from(now, near, find, settings, report),
                                           std::min(left, longest));
        Reach reach = next_collision(held);
        const bool is_part = held.is_shortened || reach.time == longest;
        report.parts += !reach.collision && is_part ? 1 : 0;
        evaluations = reach.evaluations;
        now = std::move(reach.bodies);
        done = reach.time < left ? done + reach.time : settings.time_step;
        report.contacts.clear();
        report.forces.clear();
        hold(now, held.flight, report);
        if (!reach.met) {
            part(now, find, settings);
        }
        validate(now);
        if (accepted) {
            accepted(now, reach.time);
        }
    }
    report.least_separation = std::min(report.least_separation, least_separation(find(now, 0.0)));
    bodies = std::move(now);
    return report;
}

}  // namespace touchstone
