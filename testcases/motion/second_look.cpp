#include "testcases/motion/second_look.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace touchstone {
namespace {

constexpr double kFarTurn = 0.05;  ///< change of the turn in a step after which bodies may meet
                                   ///< what was not expected [rad]
constexpr int kMostLooks = 2;

std::pair<int, int> bodies_of(const ContactPoint& contact) {
    return {contact.body_a, contact.body_b};
}

bool have_same_features(const ContactPoint& x, const ContactPoint& y) {
    return bodies_of(x) == bodies_of(y) && x.feature_a == y.feature_a && x.feature_b == y.feature_b;
}

/// Returns which bodies the contacts of a step have turned far from where they would have been.
std::vector<bool> turned_far(std::span<const RigidBody> before, std::span<const RigidBody> after,
                             double time_step) {
    std::vector<bool> result;
    result.reserve(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Vec3 change = after[i].state.angular_velocity - before[i].state.angular_velocity;
        result.push_back(!before[i].fixed && time_step * change.norm() > kFarTurn);
    }
    return result;
}

/// Returns the motion in the step of a body that has been moved by it.
StepMotion motion_in_step(const RigidBody& moved, const Pose& at_query) {
    StepMotion motion{at_query * moved.state.center_of_mass, Vec3::Zero(), Vec3::Zero()};
    if (!moved.fixed) {
        motion.linear_velocity = moved.state.linear_velocity;
        motion.angular_velocity = moved.state.angular_velocity;
    }
    return motion;
}

/// Returns the contacts ahead of bodies that were turned far, which close at the velocities found
/// and which the step does not know.
std::vector<ContactPoint> lacking_contacts(const StepToSolve& step,
                                           std::span<const RigidBody> before) {
    const std::vector<bool> turned = turned_far(before, step.bodies, step.settings.time_step);
    if (std::ranges::find(turned, true) == turned.end()) {
        return {};
    }
    const std::vector<ContactPoint> found = step.find();
    const StepQuery query = step.asked(found);
    const FacingTimes facing = facing_times(query);
    std::vector<ContactPoint> lacking;
    for (int k = 0; facing && k < std::ssize(found); ++k) {
        const ContactPoint& contact = found[k];
        const bool is_new = std::ranges::none_of(step.contacts, [&](const ContactPoint& known) {
            return have_same_features(known, contact);
        });
        if (!is_new || !(contact.separation > 0.0) ||
            !(turned[contact.body_a] || turned[contact.body_b])) {
            continue;
        }
        const StepMotion a =
            motion_in_step(step.bodies[contact.body_a], query.poses[contact.body_a]);
        const StepMotion b =
            motion_in_step(step.bodies[contact.body_b], query.poses[contact.body_b]);
        const std::optional<TimeSpan> part = facing(k, a, b);
        if (part && closes_within(contact, a, b, *part)) {
            lacking.push_back(contact);
        }
    }
    return lacking;
}

}  // namespace

void insert_in_order(std::vector<ContactPoint>& contacts, std::span<const ContactPoint> others) {
    for (const ContactPoint& other : others) {
        contacts.insert(
            std::ranges::upper_bound(contacts, bodies_of(other), std::ranges::less(), bodies_of),
            other);
    }
}

StepReport solve_with_second_look(StepToSolve step) {
    if (step.settings.gap != GapRule::Close) {
        return step.solve(step.start);
    }
    const std::vector<RigidBody> before = step.bodies;
    StepReport report = step.solve(step.start);
    for (int i = 0; i < kMostLooks; ++i) {
        const std::vector<ContactPoint> lacking = lacking_contacts(step, before);
        if (lacking.empty()) {
            break;
        }
        const std::vector<ContactPoint> known = step.contacts;
        insert_in_order(step.contacts, lacking);
        step.bodies = before;
        report = step.solve(carry_impulses(known, report.impulses, step.contacts));
    }
    return report;
}

}  // namespace touchstone
