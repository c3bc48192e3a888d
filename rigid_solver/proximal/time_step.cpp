#include "rigid_solver/proximal/time_step.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>

#include "methods/base/error.h"
#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/curved_step.h"
#include "rigid_solver/proximal/rest.h"

namespace touchstone {
namespace {

/// Turn in a step up to which Euler's equation is stepped explicitly [rad]: as the paper does, or
/// with the torque of the step's middle where gaps are closed. For larger turns an explicit step
/// gains so much energy that the spin soon explodes.
constexpr double kExplicitTurn = 0.05;

/// Returns a change of the spin, shortened where it would gain energy by more than a share `slack`:
/// the direction of the spin after it is the same, its energy that of before.
Vec3 without_gain(const Mat3& inertia, const Vec3& spin, const Vec3& change, double slack) {
    const Vec3 after = spin + change;
    const double energy = spin.dot(inertia * spin);
    const double energy_after = after.dot(inertia * after);
    return energy_after > (1.0 + slack) * energy
               ? Vec3(std::sqrt(energy / energy_after) * after - spin)
               : change;
}

/// Returns the change of the angular velocity by the gyroscopic torque -ω × Iω. For large turns it
/// is that of one Newton step, from ω, for the implicit equation I (ω⁺ - ω) + Δt ω⁺ × I ω⁺ = 0. Its
/// solution never has more energy than ω, which one step for a turn of several radians may have;
/// then ω⁺ is shortened to the energy of ω. So is that of an explicit step, unless it is to be
/// the paper's: `as_paper`, which gains a share of about the square of its turn.
Vec3 gyroscopic_change(const Mat3& inertia, const Mat3& inverse, const Vec3& spin, double step,
                       bool as_paper) {
    constexpr double kRounding = 1e-12;  // of the energy: bodies that rest gain less
    const Vec3 torque = -spin.cross(inertia * spin);
    if (spin.norm() * step <= kExplicitTurn) {
        Vec3 change = step * (inverse * torque);
        if (as_paper) {
            return change;
        }
        // With the torque of the step's middle, which keeps the spin about an axis of symmetry.
        const Vec3 half = spin + 0.5 * change;
        return without_gain(inertia, spin, -step * (inverse * half.cross(inertia * half)),
                            kRounding);
    }
    const Vec3 momentum = inertia * spin;
    const Mat3 slope = inertia + step * (cross_matrix(spin) * inertia - cross_matrix(momentum));
    return without_gain(inertia, spin, step * slope.partialPivLu().solve(torque), 0.0);
}

SolveBody make_solve_body(const RigidBody& body, const Pose& pose, const SolverSettings& settings) {
    SolveBody result;
    result.center_of_mass = pose * body.state.center_of_mass;
    if (body.fixed) {
        return result;  // a fixed body stays, whatever its velocity
    }
    result.linear_velocity = body.state.linear_velocity;
    result.angular_velocity = body.state.angular_velocity;
    const Mat3 inertia = world_inertia(body, pose);
    const Vec3& spin = body.state.angular_velocity;
    result.inverse_mass = 1.0 / body.mass;
    result.inverse_inertia = inertia.inverse();
    result.linear_free = settings.time_step * settings.gravity;
    // Forces act at the centre of mass.
    result.angular_free = gyroscopic_change(inertia, result.inverse_inertia, spin,
                                            settings.time_step, settings.gap != GapRule::Close);
    return result;
}

bool is_finite(const BodyState& state) {
    return state.world_from_body.translation.allFinite() &&
           state.world_from_body.rotation.coeffs().allFinite() &&
           state.linear_velocity.allFinite() && state.angular_velocity.allFinite();
}

/// Sizes of the box of the same mass and inertia [m].
struct InertiaBox {
    double least_width = 0.0;
    double reach = 0.0;  ///< distance of its corners from its middle
};

InertiaBox inertia_box(const RigidBody& body) {
    // The integral of x² over the mass, for each axis, is half of the trace less its moment.
    const Mat3 second = 0.5 * body.inertia.trace() * Mat3::Identity() - body.inertia;
    const double least = Eigen::SelfAdjointEigenSolver<Mat3>(second).eigenvalues()[0];
    return {std::sqrt(12.0 * std::max(0.0, least) / body.mass),
            std::sqrt(3.0 * std::max(0.0, second.trace()) / body.mass)};
}

using ContactKey = std::tuple<int, int, Feature, Feature>;

ContactKey key_of(const ContactPoint& contact) {
    return {contact.body_a, contact.body_b, contact.feature_a, contact.feature_b};
}

}  // namespace

double query_time(const SolverSettings& settings) {
    return settings.stepping == Stepping::MoreauMidpoint ? 0.5 * settings.time_step : 0.0;
}

std::vector<Pose> query_poses(std::span<const RigidBody> bodies, const SolverSettings& settings) {
    std::vector<Pose> poses;
    poses.reserve(bodies.size());
    for (const RigidBody& body : bodies) {
        poses.push_back(body.fixed ? body.state.world_from_body
                                   : advance(body.state, query_time(settings)));
    }
    return poses;
}

bool needs_first_look(std::span<const RigidBody> bodies, const SolverSettings& settings) {
    constexpr double kUnseenShare = 0.01;
    constexpr double kUnseenOfBounce = 0.25;
    if (settings.gap != GapRule::Close) {
        return false;
    }
    const double share = settings.restitution > 0.0 ? kUnseenOfBounce : kUnseenShare;
    return std::ranges::any_of(bodies, [&](const RigidBody& body) {
        const double speed = body.state.linear_velocity.norm();
        const double spin = body.state.angular_velocity.norm();
        if (body.fixed || (speed == 0.0 && spin == 0.0)) {
            return false;
        }
        const InertiaBox box = inertia_box(body);
        return query_time(settings) * (speed + spin * box.reach) > share * box.least_width;
    });
}

std::vector<ContactImpulse> take_first_look(std::vector<RigidBody>& bodies,
                                            std::span<const ContactPoint> contacts,
                                            const SolverSettings& settings,
                                            const FacingTimes& facing) {
    SolverSettings until_query = settings;
    until_query.time_step = query_time(settings);
    until_query.gravity = Vec3::Zero();  // forces act in the step, which is yet to come
    until_query.stabilization = Stabilization::None;
    until_query.restitution = 0.0;  // bodies bounce in the step, not before they have met
    std::vector<SolveBody> solve_bodies;
    solve_bodies.reserve(bodies.size());
    for (const RigidBody& body : bodies) {
        SolveBody& added = solve_bodies.emplace_back(
            make_solve_body(body, body.state.world_from_body, until_query));
        added.angular_free = Vec3::Zero();
    }
    SolveResult solved = solve_curved_contacts(solve_bodies, contacts, {}, until_query, {}, facing);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (!bodies[i].fixed) {
            bodies[i].state.linear_velocity += solved.linear_change[i];
            bodies[i].state.angular_velocity += solved.angular_change[i];
        }
    }
    return std::move(solved.impulses);
}

StepReport step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                std::span<const ContactPoint> contacts, const SolverSettings& settings,
                std::span<const ContactImpulse> start, const FacingTimes& facing) {
    return curved_step(bodies, poses, contacts, {}, settings, start, facing);
}

StepReport curved_step(std::vector<RigidBody>& bodies, std::span<const Pose> poses,
                       std::span<const ContactPoint> contacts, CurvatureRates rates,
                       const SolverSettings& settings, std::span<const ContactImpulse> start,
                       const FacingTimes& facing) {
    assert(poses.size() == bodies.size());
    std::vector<SolveBody> solve_bodies;
    solve_bodies.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        solve_bodies.push_back(make_solve_body(bodies[i], poses[i], settings));
    }
    SolveResult solved =
        solve_curved_contacts(solve_bodies, contacts, rates, settings, start, facing);
    const std::vector<bool> rests = resting_bodies(solve_bodies, contacts, solved, settings);
    SolveResult moved;
    if (settings.stabilization == Stabilization::Post) {
        moved = solve_contacts(solve_bodies, contacts, settings, {}, SolveTarget::Position);
    }

    std::vector<BodyState> states;
    states.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        BodyState state = bodies[i].state;
        if (!bodies[i].fixed) {
            state.world_from_body = poses[i];
            state.linear_velocity += solve_bodies[i].linear_free + solved.linear_change[i];
            state.angular_velocity += solve_bodies[i].angular_free + solved.angular_change[i];
            if (rests[i]) {
                state.linear_velocity.setZero();
                state.angular_velocity.setZero();
            }
            state.world_from_body = advance(state, settings.time_step - query_time(settings));
            if (settings.stabilization == Stabilization::Post) {
                BodyState correction = state;
                correction.linear_velocity = moved.linear_change[i];
                correction.angular_velocity = moved.angular_change[i];
                state.world_from_body = advance(correction, 1.0);
            }
        }
        if (!is_finite(state)) {
            throw Error("body '" + bodies[i].name +
                        "' leaves the range of finite numbers in this step; use a smaller time "
                        "step, or look for a mass or velocity far from all others");
        }
        states.push_back(state);
    }
    for (int i = 0; i < std::ssize(bodies); ++i) {
        bodies[i].state = states[i];
    }
    return {std::move(solved.impulses), std::move(solved.report), std::move(moved.report)};
}

std::vector<ContactImpulse> carry_impulses(std::span<const ContactPoint> before,
                                           std::span<const ContactImpulse> impulses,
                                           std::span<const ContactPoint> now) {
    assert(before.size() == impulses.size());
    if (before.empty()) {
        return {};
    }
    std::multimap<ContactKey, ContactImpulse> known;
    for (int i = 0; i < std::ssize(before); ++i) {
        known.emplace(key_of(before[i]), impulses[i]);
    }
    std::vector<ContactImpulse> carried;
    carried.reserve(now.size());
    for (const ContactPoint& contact : now) {
        const auto found = known.find(key_of(contact));
        if (found == known.end()) {
            carried.emplace_back();
            continue;
        }
        carried.push_back(found->second);
        known.erase(found);
    }
    return carried;
}

}  // namespace touchstone
