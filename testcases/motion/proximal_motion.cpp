#include "testcases/motion/proximal_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "rigid_solver/proximal/curved_step.h"
#include "testcases/motion/contact_curvature.h"
#include "testcases/motion/contact_facing.h"
#include "testcases/motion/second_look.h"
#include "testcases/motion/stop_energy.h"
#include "testcases/motion/stop_watch.h"

namespace touchstone {
namespace {

/// Most solves of a step that contacts are added to because bodies would go on into each other.
constexpr int kMostPasses = 20;

using StoppedParts = std::array<int, 4>;  ///< two bodies, and a part of each

/// Returns the stops of parts that have not been stopped before, and adds them to the known ones.
std::vector<MotionStop> new_stops(std::span<const MotionStop> stops,
                                  std::set<StoppedParts>& known) {
    std::vector<MotionStop> result;
    std::ranges::copy_if(stops, std::back_inserter(result), [&](const MotionStop& stop) {
        return known.insert({stop.body_a, stop.body_b, stop.part_a, stop.part_b}).second;
    });
    return result;
}

/// Appends what ended a motion that began at `start` and took `duration`, both as shares of the
/// step.
void append_stops(std::vector<StepStop>& stops, const MotionEnds& ends, double start,
                  double duration) {
    stops.reserve(stops.size() + ends.stops.size());
    for (const MotionStop& stop : ends.stops) {
        stops.push_back({stop.body_a, stop.body_b, start + stop.time * duration});
    }
}

void stop_bodies(std::vector<RigidBody>& bodies, std::span<const Pose> starts,
                 const MotionEnds& ends, double duration) {
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (ends.shares[i] < 1.0) {
            BodyState from = bodies[i].state;
            from.world_from_body = starts[i];
            bodies[i].state.world_from_body = advance(from, ends.shares[i] * duration);
        }
    }
}

/// Appends the bodies of stops.
template <typename Stop>
void append_met(std::vector<MetBodies>& met, const std::vector<Stop>& stops) {
    for (const Stop& stop : stops) {
        met.push_back({stop.body_a, stop.body_b});
    }
}

}  // namespace

ProximalMotion::ProximalMotion(const MotionRequest& request)
    : scene_(&request.scene),
      method_(request.method),
      method_settings_(request.settings.generators.at(request.method->id)),
      solver_(request.solver) {
    if (solver_.step_bound != StepBound::Ccd) {
        return;
    }
    if (solver_.stabilization == Stabilization::Post) {
        throw UsageError(
            "solver.step_bound=ccd bounds velocities, not the corrections of positions of "
            "solver.stabilization=post; use pre or none");
    }
    bound_ = std::make_shared<MotionBound>(request.scene);
}

double ProximalMotion::unseen_time(const std::vector<RigidBody>& bodies) const {
    const bool looks = method_->finds_gaps() && !bound_ && needs_first_look(bodies, solver_);
    return looks ? query_time(solver_) : 0.0;
}

std::vector<ContactImpulse> ProximalMotion::take_first_look(
    std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts) const {
    const std::vector<Pose> poses = body_poses(bodies);
    const StepQuery query = asked(contacts, poses, query_time(solver_));
    return touchstone::take_first_look(bodies, contacts, solver_, facing_times(query));
}

/// Returns what a solver may ask about contacts that were found at these poses, for that time.
StepQuery ProximalMotion::asked(std::span<const ContactPoint> contacts, std::span<const Pose> poses,
                                double time) const {
    return {*method_,
            {.time_step = time, .settings = method_settings_},
            contacts,
            poses,
            [this](int body) -> const CollisionShape& {
                return scene_->shapes.at(method_->shape_rule(method_settings_)).of(body);
            }};
}

void ProximalMotion::begin(const std::vector<RigidBody>& bodies, StepRecord& record) const {
    record.query_poses = query_poses(bodies, solver_);
    bound_query_poses(bodies, record);
}

/// Takes bodies that meet on their way to the query no farther than there.
void ProximalMotion::bound_query_poses(const std::vector<RigidBody>& bodies,
                                       StepRecord& record) const {
    const double duration = query_time(solver_);
    if (!bound_ || duration == 0.0) {
        return;
    }
    const StopWatch watch;
    const std::vector<Pose> starts = body_poses(bodies);
    const MotionEnds ends = bound_->ends(bodies, starts, duration);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (ends.shares[i] < 1.0) {
            record.query_poses[i] = advance(bodies[i].state, ends.shares[i] * duration);
        }
    }
    append_stops(record.stops, ends, 0.0, duration / solver_.time_step);
    record.bound_work += ends.work;
    record.times.bound += watch.seconds();
}

StepReport ProximalMotion::solve(const StepRecord& record, std::vector<RigidBody>& bodies,
                                 std::span<const ContactImpulse> start) const {
    // Exact contacts are of the curved surfaces; those of meshes are of facets, which are flat.
    std::vector<std::optional<double>> rates;
    if (solver_.curvature && method_->needs_exact_shape != nullptr) {
        rates = contact_curvature_rates(scene_->test_case, bodies, record.query_poses,
                                        record.contacts, solver_.time_step);
    }
    const StepQuery query = asked(record.contacts, record.query_poses, solver_.time_step);
    try {
        return curved_step(bodies, record.query_poses, record.contacts, rates, solver_, start,
                           facing_times(query));
    } catch (const Error& error) {
        throw Error(scene_->test_case.id + ", " + method_->id + ", step " +
                    std::to_string(record.step) + ": " + error.what());
    }
}

/// Returns the contacts at a step's query of the pairs with one of the bodies `turned`, looked for
/// at the velocities that bodies have now.
std::vector<ContactPoint> ProximalMotion::contacts_again(const StepRecord& record,
                                                         const std::vector<RigidBody>& bodies,
                                                         const StepContacts& last,
                                                         const std::vector<bool>& turned) const {
    return find_scene_contacts(*scene_, *method_, method_settings_,
                               {.poses = record.query_poses,
                                .bodies = bodies,
                                .time_step = solver_.time_step,
                                .look_ahead = true,
                                .acceleration = solver_.gravity.norm(),
                                .restitution = solver_.restitution,
                                .last_contacts = last.contacts,
                                .only_with = &turned});
}

/// Moves the bodies from the query's poses, no farther than to where they meet. Pairs that are as
/// near as that already, and would go on, lack a contact: they get one, and the step is solved
/// again.
StepReport ProximalMotion::move_bodies(StepRecord& record, std::vector<RigidBody>& bodies,
                                       const StepContacts& last) const {
    const auto start = [&] {
        return solver_.warm_start ? carry_impulses(last.contacts, last.impulses, record.contacts)
                                  : std::vector<ContactImpulse>();
    };
    if (!bound_) {
        const auto found = std::ssize(record.contacts);
        StepReport report = solve_with_second_look({
            .bodies = bodies,
            .contacts = record.contacts,
            .start = start(),
            .settings = solver_,
            .solve =
                [&](std::span<const ContactImpulse> from) { return solve(record, bodies, from); },
            .asked =
                [&](std::span<const ContactPoint> contacts) {
                    return asked(contacts, record.query_poses, solver_.time_step);
                },
            .find =
                [&](const std::vector<bool>& turned) {
                    const StopWatch watch;
                    std::vector<ContactPoint> contacts =
                        contacts_again(record, bodies, last, turned);
                    record.times.detection += watch.seconds();
                    return contacts;
                },
        });
        record.late_contacts = static_cast<int>(std::ssize(record.contacts) - found);
        return report;
    }
    const std::vector<RigidBody> before = bodies;
    const double duration = solver_.time_step - query_time(solver_);
    std::set<StoppedParts> known;
    std::vector<MetBodies> met;
    append_met(met, record.stops);
    for (int pass = 0;; ++pass) {
        bodies = before;
        StepReport report = solve(record, bodies, start());
        const StopWatch watch;
        const MotionEnds ends = bound_->ends(bodies, record.query_poses, duration);
        const std::vector<ContactPoint> lacking =
            pass < kMostPasses
                ? bound_->contacts(new_stops(ends.stops, known), bodies, record.query_poses)
                : std::vector<ContactPoint>();
        record.times.bound += watch.seconds();
        record.bound_work += ends.work;
        append_met(met, ends.stops);
        if (lacking.empty()) {
            const double share = duration / solver_.time_step;
            append_stops(record.stops, ends, 1.0 - share, share);
            stop_bodies(bodies, record.query_poses, ends, duration);
            take_back_falls(bodies, before, met, solver_);
            take_back_gains(bodies, before, record.contacts, report.impulses, met, solver_);
            return report;
        }
        insert_in_order(record.contacts, lacking);
        record.stop_contacts += static_cast<int>(std::ssize(lacking));
    }
}

void ProximalMotion::take(StepRecord& record, std::vector<RigidBody>& bodies,
                          const StepContacts& last) {
    const StopWatch watch;
    const double others = record.times.bound + record.times.detection;
    StepReport report = move_bodies(record, bodies, last);
    record.times.solve = watch.seconds() - (record.times.bound + record.times.detection - others);
    for (const RigidBody& body : bodies) {
        record.bodies.push_back(body.state);
    }
    record.impulses = std::move(report.impulses);
    record.solve = std::move(report.solve);
    record.energy = energy(bodies, solver_.gravity);
}

std::shared_ptr<Mover> make_proximal_motion(const MotionRequest& request) {
    return std::make_shared<ProximalMotion>(request);
}

}  // namespace touchstone
