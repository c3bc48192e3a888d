#include "testcases/motion/second_look.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "rigid_solver/proximal/contact_solve.h"

namespace touchstone {
namespace {

constexpr double kFarTurn = 0.05;  ///< change of the turn in a step after which bodies may meet
                                   ///< what was not expected [rad]
constexpr int kMostLooks = 5;      ///< times that a step is solved again: one may let go of
                                   ///< contacts that the one before held
constexpr double kSameNormal = 0.9998;  ///< cosine of normals of one contact, 1° apart

std::pair<int, int> bodies_of(const ContactPoint& contact) {
    return {contact.body_a, contact.body_b};
}

bool have_same_features(const ContactPoint& x, const ContactPoint& y) {
    return x.feature_a == y.feature_a && x.feature_b == y.feature_b;
}

/// Returns true for a contact between two faces, of which there may be many between the same two.
bool is_of_region(const ContactPoint& contact) {
    return contact.feature_a.type == FeatureType::Face &&
           contact.feature_b.type == FeatureType::Face;
}

/// Returns true when a contact says what another one of the same bodies says. `reach`: distance up
/// to which places are one [m].
bool tell_the_same(const ContactPoint& x, const ContactPoint& y, double reach) {
    const bool same_features = have_same_features(x, y);
    if (same_features && !is_of_region(x)) {
        return true;
    }
    return (x.position - y.position).norm() <= reach &&
           (same_features || x.normal.dot(y.normal) >= kSameNormal);
}

/// Returns the largest gap at which two bodies that do not move have contacts [m].
double envelope_of(const StepQuery& query, const ContactPoint& contact) {
    ShapeSizes sizes;
    sizes.add(shape_size(query.shape_of(contact.body_a)));
    sizes.add(shape_size(query.shape_of(contact.body_b)));
    return query.generator.envelope ? query.generator.envelope(query.query.settings, sizes) : 0.0;
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

/// Marks the bodies of contacts that were let go: those whose plane the bodies pass in the step,
/// since an impact brings their features beside each other. What they meet there may be unknown.
void mark_let_go(const StepToSolve& step, std::span<const ContactImpulse> impulses,
                 std::vector<bool>& marked) {
    const StepQuery query = step.asked(step.contacts);
    for (std::size_t k = 0; k < impulses.size(); ++k) {
        const ContactPoint& contact = step.contacts[k];
        if (impulses[k].normal > 0.0 || !(contact.separation > 0.0)) {
            continue;
        }
        const StepMotion a =
            motion_in_step(step.bodies[contact.body_a], query.poses[contact.body_a]);
        const StepMotion b =
            motion_in_step(step.bodies[contact.body_b], query.poses[contact.body_b]);
        if (closes_within(contact, a, b, {0.0, step.settings.time_step})) {
            for (const int body : {contact.body_a, contact.body_b}) {
                marked[body] = marked[body] || !step.bodies[body].fixed;
            }
        }
    }
}

/// Returns which bodies the contacts of a step have turned far from where they would have been. A
/// body that no contact pushes changes its spin as it turns freely.
std::vector<bool> turned_far(const StepToSolve& step, std::span<const RigidBody> before,
                             std::span<const ContactImpulse> impulses) {
    std::vector<bool> result(before.size(), false);
    const auto look_at = [&](int i) {
        const Vec3 change =
            step.bodies[i].state.angular_velocity - before[i].state.angular_velocity;
        result[i] = !before[i].fixed && step.settings.time_step * change.norm() > kFarTurn;
    };
    for (std::size_t k = 0; k < impulses.size(); ++k) {
        if (impulses[k].normal > 0.0) {
            look_at(step.contacts[k].body_a);
            look_at(step.contacts[k].body_b);
        }
    }
    return result;
}

/// Returns the contacts ahead of bodies that were turned far, which close at the velocities found
/// and which the step does not know.
std::vector<ContactPoint> lacking_contacts(const StepToSolve& step,
                                           std::span<const RigidBody> before,
                                           std::span<const ContactImpulse> impulses, int passing) {
    std::vector<bool> turned = turned_far(step, before, impulses);
    if (passing > 0) {
        mark_let_go(step, impulses, turned);
    }
    if (std::ranges::find(turned, true) == turned.end()) {
        return {};
    }
    const std::vector<ContactPoint> found = step.find(turned);
    const StepQuery query = step.asked(found);
    const FacingTimes facing = facing_times(query);
    std::vector<ContactPoint> lacking;
    for (int k = 0; k < std::ssize(found); ++k) {
        const ContactPoint& contact = found[k];
        if (!(contact.separation > 0.0)) {
            continue;
        }
        const double reach = envelope_of(query, contact);
        const auto known = std::ranges::equal_range(step.contacts, bodies_of(contact),
                                                    std::ranges::less(), bodies_of);
        if (std::ranges::any_of(known, [&](const ContactPoint& other) {
                return tell_the_same(other, contact, reach);
            })) {
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
    const bool can_tell = step.asked({}).generator.facing_time != nullptr;
    if (step.settings.gap != GapRule::Close || !can_tell) {
        return step.solve(step.start);
    }
    const std::vector<RigidBody> before = step.bodies;
    StepReport report = step.solve(step.start);
    for (int i = 0; i < kMostLooks; ++i) {
        const std::vector<ContactPoint> lacking =
            lacking_contacts(step, before, report.impulses, report.solve.passing);
        if (lacking.empty()) {
            break;
        }
        const std::vector<ContactPoint> known = step.contacts;
        insert_in_order(step.contacts, lacking);
        step.bodies = before;
        StepReport again = step.solve(carry_impulses(known, report.impulses, step.contacts));
        append_report(report.solve, again.solve);
        report.solve.passing = again.solve.passing;
        report.impulses = std::move(again.impulses);
        report.correction = std::move(again.correction);
    }
    return report;
}

}  // namespace touchstone
