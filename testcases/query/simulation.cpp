#include "testcases/query/simulation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "methods/base/error.h"
#include "rigid_solver/proximal/curved_step.h"
#include "testcases/query/barrier_motion.h"
#include "testcases/query/contact_curvature.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/motion_bound.h"
#include "testcases/scenes/kept_digits.h"

namespace touchstone {
namespace {

class StopWatch {
 public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

 private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

RigidBody make_rigid_body(const BodySetup& setup, const MassProperties& solid) {
    RigidBody body;
    body.name = setup.name;
    body.fixed = setup.fixed;
    body.state.world_from_body = setup.world_from_shape;
    body.state.center_of_mass = solid.center_of_mass;
    body.state.linear_velocity = setup.linear_velocity;
    body.state.angular_velocity = setup.angular_velocity;
    body.mass = setup.density * solid.volume;
    body.inertia = setup.density * solid.inertia;
    return body;
}

constexpr int kMostPasses = 20;  // of adding contacts that a step lacks

std::vector<Pose> poses_of(std::span<const RigidBody> bodies) {
    std::vector<Pose> poses;
    poses.reserve(bodies.size());
    for (const RigidBody& body : bodies) {
        poses.push_back(body.state.world_from_body);
    }
    return poses;
}

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

std::vector<RigidBody> make_rigid_bodies(const StudyScene& scene, const StartChange& change) {
    std::vector<RigidBody> bodies;
    bodies.reserve(scene.test_case.bodies.size());
    for (int i = 0; i < std::ssize(scene.test_case.bodies); ++i) {
        RigidBody& body =
            bodies.emplace_back(make_rigid_body(scene.test_case.bodies[i], scene.solids[i]));
        Vec3& position = body.state.world_from_body.translation;
        position = (i == change.body ? change.position : position) + change.shift;
    }
    validate(bodies);
    return bodies;
}

namespace {

/// Throws UsageError for a body so fast that its coordinates, or its rotation, hold too few digits
/// after one step, as far from the origin they do: whatever is solved there are rounding errors,
/// and energies overflow.
void check_speeds(const StudyScene& scene, std::span<const RigidBody> bodies, double time_step) {
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (bodies[i].fixed || scene.surfaces[i].vertices.empty()) {
            continue;
        }
        const SizedBody body = make_sized_body(
            scene.test_case.id + ", body '" + bodies[i].name + "'", scene.surfaces[i].vertices);
        check_speed(body, bodies[i].state.linear_velocity, time_step, "linear_velocity");
        check_spin(body, bodies[i].state.angular_velocity, time_step);
    }
}

}  // namespace

Simulation::Simulation(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, const StartChange& change)
    : scene_(&scene),
      generator_(settings.methods.share(generator_id)),
      generator_settings_(settings.generators.at(generator_id)),
      solver_(solver_settings(
          with_method_solver(with_scene_solver(settings, scene.test_case), generator_id),
          scene.test_case)),
      bodies_(make_rigid_bodies(scene, change)) {
    validate(solver_);
    check_speeds(scene, bodies_, solver_.time_step);
    const StudySettings own = with_scene_solver(settings, scene.test_case);
    if (const MethodSettings* moving = find_barrier_settings(own, generator_id)) {
        barrier_ = std::make_shared<BarrierMotion>(scene, bodies_, *moving, solver_);
        brings_contacts_ = moving == &own.generators.at(generator_id);
        return;
    }
    if (solver_.step_bound == StepBound::Ccd) {
        if (solver_.stabilization == Stabilization::Post) {
            throw UsageError(
                "solver.step_bound=ccd bounds velocities, not the corrections of positions of "
                "solver.stabilization=post; use pre or none");
        }
        bound_ = std::make_shared<MotionBound>(scene);
    }
}

std::vector<ContactPoint> Simulation::contacts_at(std::span<const Pose> poses) const {
    return find_scene_contacts(*scene_, *generator_, generator_settings_,
                               {.poses = poses,
                                .bodies = bodies_,
                                .time_step = solver_.time_step,
                                .look_ahead = solver_.gap == GapRule::Close,
                                .acceleration = solver_.gravity.norm(),
                                .last_contacts = last_contacts_});
}

SceneQuery Simulation::query() const {
    StepRecord coming;
    coming.query_poses = query_poses(bodies_, solver_);
    bound_query_poses(coming);
    return {contacts_at(coming.query_poses), coming.query_poses};
}

/// Takes bodies that meet on their way to the query no farther than there.
void Simulation::bound_query_poses(StepRecord& record) const {
    const double duration = query_time(solver_);
    if (!bound_ || duration == 0.0) {
        return;
    }
    const StopWatch watch;
    const std::vector<Pose> starts = poses_of(bodies_);
    const MotionEnds ends = bound_->ends(bodies_, starts, duration);
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        if (ends.shares[i] < 1.0) {
            record.query_poses[i] = advance(bodies_[i].state, ends.shares[i] * duration);
        }
    }
    append_stops(record.stops, ends, 0.0, duration / solver_.time_step);
    record.times.bound += watch.seconds();
}

StepReport Simulation::take_step(const StepRecord& record) {
    std::vector<ContactImpulse> start;
    if (solver_.warm_start) {
        start = carry_impulses(last_contacts_, last_impulses_, record.contacts);
    }
    // Exact contacts are of the curved surfaces; those of meshes are of facets, which are flat.
    std::vector<std::optional<double>> rates;
    if (generator_->needs_exact_shape != nullptr) {
        rates = contact_curvature_rates(scene_->test_case, bodies_, record.query_poses,
                                        record.contacts, solver_.time_step);
    }
    try {
        return curved_step(bodies_, record.query_poses, record.contacts, rates, solver_, start);
    } catch (const Error& error) {
        throw Error(scene_->test_case.id + ", " + generator_->id + ", step " +
                    std::to_string(steps_ + 1) + ": " + error.what());
    }
}

/// Moves the bodies from the query's poses, no farther than to where they meet. Pairs that are as
/// near as that already, and would go on, lack a contact: they get one, and the step is solved
/// again.
StepReport Simulation::move_bodies(StepRecord& record) {
    if (!bound_) {
        return take_step(record);
    }
    const std::vector<RigidBody> before = bodies_;
    const double duration = solver_.time_step - query_time(solver_);
    std::set<StoppedParts> known;
    for (int pass = 0;; ++pass) {
        bodies_ = before;
        StepReport report = take_step(record);
        const StopWatch watch;
        const MotionEnds ends = bound_->ends(bodies_, record.query_poses, duration);
        const std::vector<ContactPoint> lacking =
            pass < kMostPasses
                ? bound_->contacts(new_stops(ends.stops, known), bodies_, record.query_poses)
                : std::vector<ContactPoint>();
        record.times.bound += watch.seconds();
        if (lacking.empty()) {
            const double share = duration / solver_.time_step;
            append_stops(record.stops, ends, 1.0 - share, share);
            stop_bodies(bodies_, record.query_poses, ends, duration);
            take_back_falls(bodies_, before, record.stops, solver_);
            return report;
        }
        insert_in_order(record.contacts, lacking);
        record.stop_contacts += static_cast<int>(std::ssize(lacking));
    }
}

StepRecord Simulation::step() {
    if (barrier_) {
        return barrier_step();
    }
    require_rigid(scene_->test_case, "the proximal solver");
    StepRecord record;
    record.query_poses = query_poses(bodies_, solver_);
    bound_query_poses(record);
    const StopWatch detection;
    record.contacts = contacts_at(record.query_poses);
    record.times.detection = detection.seconds();

    const StopWatch solve;
    const double bounding = record.times.bound;
    StepReport report = move_bodies(record);
    record.times.solve = solve.seconds() - (record.times.bound - bounding);

    ++steps_;
    record.step = steps_;
    record.time = steps_ * solver_.time_step;
    for (const RigidBody& body : bodies_) {
        record.bodies.push_back(body.state);
    }
    record.impulses = std::move(report.impulses);
    record.solve = std::move(report.solve);
    record.energy = energy(bodies_, solver_.gravity);
    last_contacts_ = record.contacts;
    last_impulses_ = record.impulses;
    return record;
}

StepRecord Simulation::barrier_step() {
    if (brings_contacts_) {
        StepRecord record = barrier_->step(steps_ + 1, bodies_);
        ++steps_;
        return record;
    }
    const StopWatch detection;
    std::vector<Pose> poses = query_poses(bodies_, solver_);
    std::vector<ContactPoint> contacts = contacts_at(poses);
    const double detection_time = detection.seconds();
    StepRecord record = barrier_->step(steps_ + 1, bodies_);
    ++steps_;
    record.query_poses = std::move(poses);
    record.contacts = std::move(contacts);
    record.impulses.assign(record.contacts.size(), {});
    record.times.detection = detection_time;
    last_contacts_ = record.contacts;
    last_impulses_ = record.impulses;
    return record;
}

ElasticRest Simulation::elastic_rest() const {
    return barrier_ ? barrier_->elastic_rest() : ElasticRest();
}

std::string Simulation::warning() const { return barrier_ ? barrier_->warning() : std::string(); }

SceneQuery query_scene(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int query, const StartChange& change) {
    if (query == 1 && scene.pose == QueryPose::Initial) {
        const std::vector<RigidBody> bodies = make_rigid_bodies(scene, change);
        std::vector<Pose> poses = poses_of(bodies);
        std::vector<ContactPoint> contacts = find_scene_contacts(
            scene, settings.methods.find(generator_id), settings.generators.at(generator_id),
            {poses, bodies, scene.test_case.time_step});
        return {std::move(contacts), std::move(poses)};
    }
    Simulation simulation(scene, generator_id, settings, change);
    for (int i = 1; i < query; ++i) {
        simulation.step();
    }
    return simulation.query();
}

bool Simulation::can_resume() const { return !barrier_ || barrier_->can_resume(); }

void Simulation::resume_after(const StepRecord& record) {
    if (barrier_ && !record.barrier) {
        throw Error(
            "a motion by the barrier solver cannot be gone on from without how its bodies are "
            "strained, which this recording does not hold; simulate it from the start");
    }
    if (record.bodies.size() != bodies_.size()) {
        throw Error("a step of " + std::to_string(record.bodies.size()) +
                    " bodies cannot be gone on from in a scene of " +
                    std::to_string(bodies_.size()));
    }
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        bodies_[i].state = record.bodies[i];
    }
    validate(bodies_);
    if (barrier_) {
        barrier_->restore(*record.barrier);
    }
    steps_ = record.step;
    last_contacts_ = record.contacts;
    last_impulses_ = record.impulses;
}

}  // namespace touchstone
