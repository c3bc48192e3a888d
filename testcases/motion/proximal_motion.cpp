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
#include "testcases/motion/stop_watch.h"

namespace touchstone {
namespace {

constexpr int kMostPasses = 20;  // of adding contacts that a step lacks

using StoppedParts = std::array<int, 4>;  ///< two bodies, and a part of each

/// The stops of parts that have not been stopped before, which then are known.
std::vector<MotionStop> new_stops(std::span<const MotionStop> stops,
                                  std::set<StoppedParts>& known) {
    std::vector<MotionStop> result;
    std::ranges::copy_if(stops, std::back_inserter(result), [&](const MotionStop& stop) {
        return known.insert({stop.body_a, stop.body_b, stop.part_a, stop.part_b}).second;
    });
    return result;
}

/// Puts contacts behind those of the same bodies: contacts are in the order of these.
void insert_in_order(std::vector<ContactPoint>& contacts, std::span<const ContactPoint> others) {
    const auto bodies_of = [](const ContactPoint& contact) {
        return std::pair(contact.body_a, contact.body_b);
    };
    for (const ContactPoint& other : others) {
        contacts.insert(
            std::ranges::upper_bound(contacts, bodies_of(other), std::ranges::less(), bodies_of),
            other);
    }
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

/// Takes from bodies that stopped the speed that gravity gave them for a way that they have not
/// fallen, v² = 2 g h: otherwise each stop on the way down would add energy.
void take_back_falls(std::vector<RigidBody>& bodies, std::span<const RigidBody> before,
                     std::span<const StepStop> stops, const SolverSettings& solver) {
    const double gravity = solver.gravity.norm();
    if (gravity == 0.0) {
        return;
    }
    const Vec3 down = solver.gravity / gravity;
    const double until_query = query_time(solver);
    std::vector<bool> is_done(bodies.size(), false);
    for (const StepStop& stop : stops) {
        for (const int i : {stop.body_a, stop.body_b}) {
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

}  // namespace

ProximalMotion::ProximalMotion(const MotionRequest& request)
    : scene_(&request.scene), method_(request.method), solver_(request.solver) {
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
    record.times.bound += watch.seconds();
}

StepReport ProximalMotion::solve(const StepRecord& record, std::vector<RigidBody>& bodies,
                                 const StepContacts& last) const {
    std::vector<ContactImpulse> start;
    if (solver_.warm_start) {
        start = carry_impulses(last.contacts, last.impulses, record.contacts);
    }
    // Exact contacts are of the curved surfaces; those of meshes are of facets, which are flat.
    std::vector<std::optional<double>> rates;
    if (solver_.curvature && method_->needs_exact_shape != nullptr) {
        rates = contact_curvature_rates(scene_->test_case, bodies, record.query_poses,
                                        record.contacts, solver_.time_step);
    }
    try {
        return curved_step(bodies, record.query_poses, record.contacts, rates, solver_, start);
    } catch (const Error& error) {
        throw Error(scene_->test_case.id + ", " + method_->id + ", step " +
                    std::to_string(record.step) + ": " + error.what());
    }
}

/// Moves the bodies from the query's poses, no farther than to where they meet. Pairs that are as
/// near as that already, and would go on, lack a contact: they get one, and the step is solved
/// again.
StepReport ProximalMotion::move_bodies(StepRecord& record, std::vector<RigidBody>& bodies,
                                       const StepContacts& last) const {
    if (!bound_) {
        return solve(record, bodies, last);
    }
    const std::vector<RigidBody> before = bodies;
    const double duration = solver_.time_step - query_time(solver_);
    std::set<StoppedParts> known;
    for (int pass = 0;; ++pass) {
        bodies = before;
        StepReport report = solve(record, bodies, last);
        const StopWatch watch;
        const MotionEnds ends = bound_->ends(bodies, record.query_poses, duration);
        const std::vector<ContactPoint> lacking =
            pass < kMostPasses
                ? bound_->contacts(new_stops(ends.stops, known), bodies, record.query_poses)
                : std::vector<ContactPoint>();
        record.times.bound += watch.seconds();
        if (lacking.empty()) {
            const double share = duration / solver_.time_step;
            append_stops(record.stops, ends, 1.0 - share, share);
            stop_bodies(bodies, record.query_poses, ends, duration);
            take_back_falls(bodies, before, record.stops, solver_);
            return report;
        }
        insert_in_order(record.contacts, lacking);
        record.stop_contacts += static_cast<int>(std::ssize(lacking));
    }
}

void ProximalMotion::take(StepRecord& record, std::vector<RigidBody>& bodies,
                          const StepContacts& last) {
    const StopWatch watch;
    const double bounding = record.times.bound;
    StepReport report = move_bodies(record, bodies, last);
    record.times.solve = watch.seconds() - (record.times.bound - bounding);
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
