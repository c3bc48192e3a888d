#include "generators/struck_bodies.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace touchstone {
namespace {

/// Way within the step, as a share of the smallest body of a group, up to which no blow is worth
/// looking for: contacts are found at such distances anyway [-].
constexpr double kSlightBlow = 0.002;

double diagonal(const SceneBody& body) {
    return (body.collider.bounds.upper - body.collider.bounds.lower).norm();
}

/// Returns a bound on the speed of a body's points relative to its centre of mass [m/s].
double turning_speed(const SceneBody& body) {
    return body.collider.angular_velocity.norm() * diagonal(body);
}

/// Returns a bound on the speed at which points of two bodies approach each other [m/s].
double meeting_speed(const SceneBody& a, const SceneBody& b) {
    return (a.collider.linear_velocity - b.collider.linear_velocity).norm() + turning_speed(a) +
           turning_speed(b);
}

/// Returns true when the bodies may come within `reach` of each other in the time.
bool may_meet(const SceneBody& a, const SceneBody& b, double time, double reach) {
    const Collider& one = a.collider;
    const Collider& other = b.collider;
    const double room = reach + time * (turning_speed(a) + turning_speed(b));
    // The way of one body, seen from the other.
    const Vec3 way = time * (one.linear_velocity - other.linear_velocity);
    const Vec3 lower = (one.bounds.lower + way.cwiseMin(0.0)).array() - room;
    const Vec3 upper = (one.bounds.upper + way.cwiseMax(0.0)).array() + room;
    return (lower.array() <= other.bounds.upper.array()).all() &&
           (upper.array() >= other.bounds.lower.array()).all();
}

/// Returns true when no body of a scene is fast enough to strike another, as where all rest.
bool all_are_slow(std::span<const SceneBody> bodies, double time) {
    double fastest = 0.0;
    double least = std::numeric_limits<double>::infinity();
    for (const SceneBody& body : bodies) {
        fastest = std::max(fastest, body.collider.linear_velocity.norm() + turning_speed(body));
        least = std::min(least, diagonal(body));
    }
    return 2.0 * fastest * time <= kSlightBlow * least;
}

}  // namespace

StruckBodies::StruckBodies(std::span<const SceneBody> bodies, std::span<const ElementPair> near,
                           double time, double reach) {
    if (all_are_slow(bodies, time)) {
        return;
    }
    const std::size_t count = bodies.size();
    groups_.resize(count);
    std::iota(groups_.begin(), groups_.end(), 0);
    speeds_.assign(count, 0.0);
    const auto can_strike = [&](const ElementPair& pair) {
        return !bodies[pair.a].fixed && !bodies[pair.b].fixed &&
               may_meet(bodies[pair.a], bodies[pair.b], time, reach);
    };
    for (const ElementPair& pair : near) {
        if (can_strike(pair)) {
            const int a = group_of(pair.a);
            const int b = group_of(pair.b);
            groups_[std::max(a, b)] = std::min(a, b);
        }
    }
    std::vector<double> least(count, std::numeric_limits<double>::infinity());
    for (int body = 0; body < std::ssize(bodies); ++body) {
        groups_[body] = group_of(body);
        double& own = least[groups_[body]];
        own = std::min(own, diagonal(bodies[body]));
    }
    for (const ElementPair& pair : near) {
        if (can_strike(pair)) {
            double& largest = speeds_[groups_[pair.a]];
            largest = std::max(largest, meeting_speed(bodies[pair.a], bodies[pair.b]));
        }
    }
    for (std::size_t group = 0; group < count; ++group) {
        if (speeds_[group] * time <= kSlightBlow * least[group]) {
            speeds_[group] = 0.0;
        }
        any_ = any_ || speeds_[group] > 0.0;
    }
}

int StruckBodies::group_of(int body) const {
    while (groups_[body] != body) {
        body = groups_[body];
    }
    return body;
}

double StruckBodies::gain_of(const ElementPair& pair, std::span<const SceneBody> bodies) const {
    const double given = std::max(speed_of(pair.a), speed_of(pair.b));
    return given > 0.0 ? std::max(0.0, given - meeting_speed(bodies[pair.a], bodies[pair.b])) : 0.0;
}

}  // namespace touchstone
