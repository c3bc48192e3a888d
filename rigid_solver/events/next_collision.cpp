#include "rigid_solver/events/next_collision.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/number_text.h"

namespace touchstone {
namespace {

using Contacts = std::vector<EventContact>;

// Shares of the accepted overlap.
constexpr double kMet = 0.5;        // at the time of a collision, so that no rounding makes it more
constexpr double kMetBelow = 0.05;  // about the overlap at which pairs that touch meet anew
constexpr double kLeastBelow = 0.5;
constexpr double kMostBelow = 0.9;

[[noreturn]] void throw_not_met(const std::vector<RigidBody>& bodies, const EventContact& contact,
                                double separation) {
    throw Error("the time at which bodies " + names_of(bodies, contact) +
                " meet was not found: their separation is " + shortest(separation) +
                " m where it should be 0; take shorter steps");
}

/// The way in which a collision's time is asked for.
struct Meeting {
    double below = 0.0;      ///< overlap at which the bodies count as meeting [m]
    double tolerance = 0.0;  ///< [m]
};

/// Contacts at rest have separations of 0 ± rounding. One that only tells of overlaps is 0 as long
/// as others of its pair rest, and meets anew where it is below that.
Meeting meeting_of(const EventContact& contact, const Contacts& near, double overlap) {
    if (contact.use != ContactUse::Overlap) {
        return {0.0, kMet * overlap};
    }
    const EventContact* const before = find_same(near, contact);
    const double start = before == nullptr ? 0.0 : before->separation;
    return {
        std::clamp(2.0 * kMetBelow * overlap - start, kLeastBelow * overlap, kMostBelow * overlap),
        kMetBelow * overlap};
}

/// Returns s, ṡ and s̈ of a contact in a state; a large s where it is not found.
SeparationJet separation_of(const std::vector<RigidBody>& bodies, const EventContact& wanted,
                            const Flight& flight, double below) {
    const Contacts contacts = flight.find(bodies, flight.settings.time_step);
    const EventContact* contact = find_same(contacts, wanted);
    if (contact == nullptr) {
        return {1.0, 0.0, 0.0};
    }
    const Push push = push_of(bodies, known_ones(contacts, flight.touching), flight.settings);
    const Contacts one{*contact};
    const Eigen::MatrixXd factor = contact_factor(push.metric, one);
    return {contact->separation + below, factor.col(0).dot(metric_velocities(push.metric, bodies)),
            factor.col(0).dot(push.accelerations) + contact->curvature_rate};
}

/// The contacts of a state, and the rates at which they open.
struct Look {
    double time = 0.0;
    Contacts contacts;
    Eigen::VectorXd rates;
};

Look look_at(const Flight& flight, double time, const std::vector<RigidBody>& bodies,
             Contacts contacts) {
    std::erase_if(contacts, [&](const EventContact& contact) {
        return contact.use == ContactUse::Forces || find_same(flight.touching, contact) != nullptr;
    });
    const MassMetric metric = mass_metric(bodies);
    Eigen::VectorXd rates =
        contact_factor(metric, contacts).transpose() * metric_velocities(metric, bodies);
    return {time, std::move(contacts), std::move(rates)};
}

/// A contact at two looks, at the first of which it closes and at the second opens.
struct Passing {
    double duration = 0.0;  ///< time between the looks [s]
    double before = 0.0;    ///< separation at the first [m]
    double closing = 0.0;   ///< its rate there, < 0 [m/s]
    double after = 0.0;     ///< separation at the second [m]
    double opening = 0.0;   ///< its rate there, > 0 [m/s]

    /// Returns the height at which the tangents meet, below which a separation that bends upwards
    /// does not go; large where they meet outside.
    double lowest() const {
        const double time = (after - before - duration * opening) / (closing - opening);
        return time > 0.0 && time < duration ? before + time * closing
                                             : std::numeric_limits<double>::infinity();
    }
    /// Returns the time of the least value of the cubic through both.
    double nearest() const {
        const double start = duration * closing;
        const double end = duration * opening;
        const double square = 3.0 * (after - before) - 2.0 * start - end;
        const double cube = start + end - 2.0 * (after - before);
        const double root = std::sqrt(std::max(0.0, square * square - 3.0 * cube * start));
        return duration * std::clamp(-start / (square + root), 0.0, 1.0);
    }
};

/// Returns the time between two looks at which a contact that closes at the first and opens at the
/// second is nearest, when it may overlap there by more than `overlap`. A contact without a
/// namesake may have become any of its pair.
std::optional<double> nearest_time(const Look& one, const Look& other, double overlap) {
    std::optional<double> result;
    double lowest = -overlap;
    for (int i = 0; i < std::ssize(one.contacts); ++i) {
        const EventContact& before = one.contacts[i];
        const bool persists = find_same(other.contacts, before) != nullptr;
        for (int j = 0; one.rates[i] < 0.0 && j < std::ssize(other.contacts); ++j) {
            const EventContact& after = other.contacts[j];
            if (!(other.rates[j] > 0.0) || before.body_a != after.body_a ||
                before.body_b != after.body_b ||
                !(before.name == after.name || !persists ||
                  find_same(one.contacts, after) == nullptr)) {
                continue;
            }
            const Passing passing{other.time - one.time, before.separation, one.rates[i],
                                  after.separation, other.rates[j]};
            if (passing.lowest() < lowest) {
                lowest = passing.lowest();
                result = one.time + passing.nearest();
            }
        }
    }
    return result;
}

/// Looks between two looks at which nothing overlaps, where something may graze. Returns a time at
/// which something does overlap.
std::optional<double> graze_between(const Flight& flight, const Look& one, const Look& other,
                                    int depth) {
    constexpr double kNarrow = 1e-9;  // share of a step
    const auto time = nearest_time(one, other, flight.settings.overlap);
    const double least = kNarrow * flight.settings.time_step;
    if (!time || depth == 0 || *time - one.time < least || other.time - *time < least) {
        return std::nullopt;
    }
    const std::vector<RigidBody> bodies = flight.after(*time);
    const Contacts there = flight.find(bodies, flight.settings.time_step);
    if (deepest_overlap(there, flight.near, flight.touching, flight.settings.overlap)) {
        return time;
    }
    const Look between = look_at(flight, *time, bodies, there);
    const auto before = graze_between(flight, one, between, depth - 1);
    return before ? before : graze_between(flight, between, other, depth - 1);
}

/// Returns a time within a flight at which something grazes, though nothing overlaps at its end.
std::optional<double> graze_time(const Flight& flight, const Reach& reach, const Contacts& there) {
    constexpr int kDepth = 8;
    return graze_between(flight, look_at(flight, 0.0, flight.start, flight.near),
                         look_at(flight, reach.time, reach.bodies, there), kDepth);
}

}  // namespace

std::optional<EventContact> deepest_overlap(const Contacts& contacts, const Contacts& before,
                                            const Contacts& touching, double overlap) {
    const EventContact* best = nullptr;
    bool best_is_old = false;
    for (const EventContact& contact : contacts) {
        const bool is_held =
            contact.use == ContactUse::All && find_same(touching, contact) != nullptr;
        if (!(contact.separation < -overlap) || contact.use == ContactUse::Forces || is_held) {
            continue;
        }
        const bool is_old = find_same(before, contact) != nullptr;
        if (best == nullptr || (is_old && !best_is_old) ||
            (is_old == best_is_old && contact.separation < best->separation)) {
            best = &contact;
            best_is_old = is_old;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(*best);
}

std::string names_of(const std::vector<RigidBody>& bodies, const EventContact& contact) {
    return "'" + bodies[contact.body_a].name + "' and '" + bodies[contact.body_b].name + "'";
}

Reach next_collision(HeldFlight& held) {
    const Flight& flight = held.flight;
    const EventSettings& settings = flight.settings;
    Reach reach{std::move(held.end), held.time, std::nullopt, 0, true};
    for (int i = 0; i < settings.most_events; ++i) {
        const Contacts there = flight.find(reach.bodies, settings.time_step);
        const std::optional<EventContact> overlapping =
            deepest_overlap(there, flight.near, flight.touching, settings.overlap);
        if (!overlapping) {
            const auto graze = graze_time(flight, reach, there);
            if (!graze) {
                return reach;
            }
            reach.bodies = flight.after(*graze);
            reach.time = *graze;
            continue;
        }
        const Meeting meeting = meeting_of(*overlapping, flight.near, settings.overlap);
        const auto separation = [&](const std::vector<RigidBody>& bodies) {
            return separation_of(bodies, *overlapping, flight, meeting.below);
        };
        const CollisionBracket bracket{0.0, separation(flight.start), reach.time,
                                       separation(reach.bodies)};
        const CollisionTime found =
            find_collision_time([&](double time) { return separation(flight.after(time)); },
                                bracket, meeting.tolerance, settings.collisions);
        const int evaluations = reach.evaluations + found.evaluations;
        if (!found.met && !(found.time < reach.time)) {
            // It appears there: what overlaps little is moved apart, as held contacts are.
            if (!(found.there.value > -settings.touching)) {
                throw_not_met(reach.bodies, *overlapping, found.there.value);
            }
            reach.collision = overlapping;
            reach.evaluations = evaluations;
            reach.met = false;
            return reach;
        }
        reach = {flight.after(found.time), found.time, overlapping, evaluations, true};
    }
    throw Error("a step has no end without overlaps; take shorter steps");
}

}  // namespace touchstone
