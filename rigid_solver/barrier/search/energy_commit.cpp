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

double EnergySearch::stored_energy(const std::vector<Affine>& placements) {
    double sum = 0.0;
    for (const NearBodies& bodies : near()) {
        sum += barrier_energy_value(bodies.pairs, scale_of(bodies.a, bodies.b));
    }
    for (int i = 0; i < std::ssize(placements); ++i) {
        const AffineBody& body = state_.bodies[i];
        sum += body.fixed ? 0.0
                          : shape_energy_value(linear_part(placements[i]),
                                               settings_.shape_stiffness * body.volume);
    }
    return sum;
}

// The pairs are those of the start for a moment.
double EnergySearch::gain_of_stored_energy() {
    const double end = stored_energy(placements_);
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
    const double gain = end - stored_energy(start);
    list.cover(state_.bodies, points_, points_, settings_.dhat);
    list.find_pairs(state_.bodies, points_, settings_.dhat);
    return gain;
}

// Implicit Euler takes energy from all motions over which the potential is convex. Where a body
// turns by a right angle about an edge in one step it is not: there the force of the end acts along
// the whole way, and may give more than gravity and the barriers lost.
void EnergySearch::limit_energy(std::vector<Affine>& velocities) {
    double gain = 0.0;
    double turning = 0.0;  // energy of the motion of bodies that turn far
    const auto turns_far = [&](int i) {
        return (linear_part(placements_[i]) - linear_part(state_.bodies[i].placement)).norm() >
               kWideTurn;
    };
    for (int i = 0; i < std::ssize(placements_); ++i) {
        const AffineBody& body = state_.bodies[i];
        if (body.fixed) {
            continue;
        }
        gain += mechanical_energy(body, placements_[i], velocities[i], settings_.gravity) -
                mechanical_energy(body, body.placement, body.velocity, settings_.gravity);
        turning += turns_far(i) ? 0.5 * velocities[i].dot(mass_times(body, velocities[i])) : 0.0;
    }
    if (!(gain > 0.0) || turning == 0.0) {
        return;
    }
    gain += gain_of_stored_energy();
    if (!(gain > 0.0)) {
        return;
    }
    const double share = std::sqrt(std::max(0.0, 1.0 - gain / turning));
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (turns_far(i)) {
            velocities[i] *= share;
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
