#include "testcases/motion/stop_energy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "rigid_solver/proximal/time_step.h"

namespace touchstone {
namespace {

/// Groups of bodies that can move and touch each other, directly or through others.
class TouchingGroups {
 public:
    explicit TouchingGroups(std::span<const RigidBody> bodies)
        : bodies_(bodies), first_(bodies.size()) {
        std::iota(first_.begin(), first_.end(), 0);
    }

    /// Joins the groups of two bodies; a fixed one joins nothing.
    void join(int a, int b) {
        if (!bodies_[a].fixed && !bodies_[b].fixed) {
            const int one = first_of(a);
            const int other = first_of(b);
            first_[std::max(one, other)] = std::min(one, other);
        }
    }

    /// Returns the lowest number in the group of a body.
    int first_of(int body) {
        while (first_[body] != body) {
            first_[body] = first_[first_[body]];
            body = first_[body];
        }
        return body;
    }

 private:
    std::span<const RigidBody> bodies_;
    std::vector<int> first_;  ///< a lower number of the same group, or the body's own
};

/// The energy of a group.
struct GroupEnergy {
    bool met = false;      ///< one of its bodies met another
    double kinetic = 0.0;  ///< at the end of the step [J]
    double gain = 0.0;     ///< kinetic and potential, since the start of the step [J]
};

}  // namespace

void take_back_falls(std::vector<RigidBody>& bodies, std::span<const RigidBody> before,
                     std::span<const MetBodies> met, const SolverSettings& solver) {
    const double gravity = solver.gravity.norm();
    if (gravity == 0.0) {
        return;
    }
    const Vec3 down = solver.gravity / gravity;
    const double until_query = query_time(solver);
    std::vector<bool> is_done(bodies.size(), false);
    for (const MetBodies& pair : met) {
        for (const int i : pair) {
            BodyState& state = bodies[i].state;
            const double speed = down.dot(state.linear_velocity);
            if (is_done[i] || bodies[i].fixed || !(speed > 0.0)) {
                continue;
            }
            is_done[i] = true;
            const BodyState& old = before[i].state;
            const Vec3 way = state.world_from_body * state.center_of_mass -
                             old.world_from_body * old.center_of_mass;
            const Vec3 whole = until_query * old.linear_velocity +
                               (solver.time_step - until_query) * state.linear_velocity;
            const double missed = down.dot(whole - way);
            if (missed > 0.0) {
                const double kept =
                    std::sqrt(std::max(0.0, speed * speed - 2.0 * gravity * missed));
                state.linear_velocity += (kept - speed) * down;
            }
        }
    }
}

void take_back_gains(std::vector<RigidBody>& bodies, std::span<const RigidBody> before,
                     std::span<const ContactPoint> contacts,
                     std::span<const ContactImpulse> impulses, std::span<const MetBodies> met,
                     const SolverSettings& solver) {
    assert(impulses.size() == contacts.size());
    TouchingGroups groups(bodies);
    for (int k = 0; k < std::ssize(contacts); ++k) {
        if (impulses[k].normal > 0.0) {
            groups.join(contacts[k].body_a, contacts[k].body_b);
        }
    }
    std::vector<GroupEnergy> energies(bodies.size());
    for (const auto& [a, b] : met) {
        groups.join(a, b);
    }
    for (const MetBodies& pair : met) {
        for (const int body : pair) {
            energies[groups.first_of(body)].met |= !bodies[body].fixed;
        }
    }
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const Energy now = energy(std::span(&bodies[i], 1), solver.gravity);
        const Energy then = energy(before.subspan(i, 1), solver.gravity);
        GroupEnergy& group = energies[groups.first_of(i)];
        group.kinetic += now.kinetic;
        group.gain += (now.kinetic - then.kinetic) + (now.potential - then.potential);
    }
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const GroupEnergy& group = energies[groups.first_of(i)];
        if (!bodies[i].fixed && group.met && group.gain > 0.0 && group.kinetic > 0.0) {
            const double kept = std::sqrt(std::max(0.0, 1.0 - group.gain / group.kinetic));
            bodies[i].state.linear_velocity *= kept;
            bodies[i].state.angular_velocity *= kept;
        }
    }
}

}  // namespace touchstone
