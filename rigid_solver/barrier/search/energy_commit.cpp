#include <algorithm>
#include <cmath>

#include "rigid_solver/barrier/search/energy_search.h"

// The part of EnergySearch that ends a time step.

namespace touchstone {
namespace {

constexpr double kWideTurn = 0.5;  // change of A in a step that counts as a far turn [-]

/// Returns the energy of a body's motion and of gravity [J].
double mechanical_energy(const AffineBody& body, const Affine& placement, const Affine& velocity,
                         const Vec3& gravity) {
    return 0.5 * velocity.dot(mass_times(body, velocity)) -
           body.mass * gravity.dot(placement.head<3>());
}

}  // namespace

void EnergySearch::add_stored_energies(const std::vector<Affine>& placements, double sign,
                                       std::vector<double>& sums) {
    for (const NearBodies& bodies : near()) {
        const int owner = number_[bodies.a] >= 0 ? bodies.a : bodies.b;
        sums[owner] += sign * barrier_energy_value(bodies.pairs, scale_of(bodies.a, bodies.b));
    }
    for (int i = 0; i < std::ssize(placements); ++i) {
        const AffineBody& body = state_.bodies[i];
        sums[i] += body.fixed ? 0.0
                              : sign * shape_energy_value(linear_part(placements[i]),
                                                          settings_.shape_stiffness * body.volume);
    }
}

// A body that does not move passes no energy on.
void EnergySearch::join_moving(int a, int b, BodyGroups& groups) const {
    if (number_[a] >= 0 && number_[b] >= 0) {
        groups.join(a, b);
    }
}

void EnergySearch::join_near(BodyGroups& groups) const {
    for (const NearBodies& bodies : near()) {
        if (!bodies.pairs.empty()) {
            join_moving(bodies.a, bodies.b, groups);
        }
    }
}

// The pairs are those of the start for a moment.
void EnergySearch::add_gains_of_stored_energy(std::vector<double>& gains, BodyGroups& groups) {
    add_stored_energies(placements_, 1.0, gains);
    std::vector<Affine> start;
    start.reserve(placements_.size());
    for (const AffineBody& body : state_.bodies) {
        start.push_back(body.placement);
    }
    BodyPoints points;
    set_points(start, points);
    NearList& list = state_.near;
    list.cover(state_.bodies, points, points, settings_.dhat);
    list.find_pairs(state_.bodies, points, settings_.dhat);
    join_near(groups);
    add_stored_energies(start, -1.0, gains);
    list.cover(state_.bodies, points_, points_, settings_.dhat);
    list.find_pairs(state_.bodies, points_, settings_.dhat);
}

// Implicit Euler takes energy from all motions over which the potential is convex. Where a body
// turns by a right angle about an edge in one step it is not: there the force of the end acts along
// the whole way, and may give more than gravity and the barriers lost. Energies are summed over
// bodies that could pass energy to each other in the step, so that what others lose hides no gain.
void EnergySearch::limit_energy(std::vector<Affine>& velocities) {
    const int count = static_cast<int>(placements_.size());
    std::vector<double> gains(count, 0.0);    // energy gained in the step, by body
    std::vector<double> turning(count, 0.0);  // energy of the motion of bodies that turn far
    bool may_gain = false;
    for (int i = 0; i < count; ++i) {
        const AffineBody& body = state_.bodies[i];
        const Mat3 change = linear_part(placements_[i]) - linear_part(body.placement);
        if (!body.fixed && change.norm() > kWideTurn) {
            turning[i] = 0.5 * velocities[i].dot(mass_times(body, velocities[i]));
            may_gain = true;
        }
    }
    if (!may_gain) {
        return;
    }
    for (int i = 0; i < count; ++i) {
        const AffineBody& body = state_.bodies[i];
        if (!body.fixed) {
            gains[i] = mechanical_energy(body, placements_[i], velocities[i], settings_.gravity) -
                       mechanical_energy(body, body.placement, body.velocity, settings_.gravity);
        }
    }
    BodyGroups groups(count);
    join_near(groups);
    for (const LaggedFriction& lagged : friction_) {
        join_moving(lagged.a, lagged.b, groups);
    }
    if (std::ranges::none_of(groups.sums(gains), [](double gain) { return gain > 0.0; })) {
        return;
    }
    add_gains_of_stored_energy(gains, groups);
    gains = groups.sums(gains);
    const std::vector<double> sums = groups.sums(turning);
    for (int i = 0; i < count; ++i) {
        const int group = groups.first_of(i);
        if (turning[i] > 0.0 && gains[group] > 0.0) {
            velocities[i] *= std::sqrt(std::max(0.0, 1.0 - gains[group] / sums[group]));
        }
    }
}

void EnergySearch::commit() {
    std::vector<Affine> velocities;
    velocities.reserve(placements_.size());
    for (int i = 0; i < std::ssize(placements_); ++i) {
        velocities.emplace_back((placements_[i] - state_.bodies[i].placement) /
                                settings_.time_step);
    }
    limit_energy(velocities);
    for (int i = 0; i < std::ssize(placements_); ++i) {
        AffineBody& body = state_.bodies[i];
        if (!body.fixed) {
            body.velocity = velocities[i];
            body.placement = placements_[i];
        }
    }
    state_.stiffnesses = stiffnesses_.next_all(near());
}

}  // namespace touchstone
