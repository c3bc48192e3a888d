#include "testcases/motion/stop_energy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "rigid_solver/body_groups.h"
#include "rigid_solver/proximal/time_step.h"

namespace touchstone {
namespace {

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
    BodyGroups groups(static_cast<int>(bodies.size()));  // of those that can move and touch
    const auto join = [&](int a, int b) {
        if (!bodies[a].fixed && !bodies[b].fixed) {
            groups.join(a, b);
        }
    };
    for (int k = 0; k < std::ssize(contacts); ++k) {
        if (impulses[k].normal > 0.0) {
            join(contacts[k].body_a, contacts[k].body_b);
        }
    }
    std::vector<GroupEnergy> energies(bodies.size());
    for (const auto& [a, b] : met) {
        join(a, b);
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
