#include "testcases/motion/simulation.h"

#include <utility>

#include "methods/base/error.h"
#include "testcases/motion/stop_watch.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/scenes/kept_digits.h"

namespace touchstone {
namespace {

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
    mover_kind_ = &solver_of(own, generator_id);
    if (mover_kind_->make == nullptr) {
        throw UsageError("the " + mover_kind_->title + " takes no contacts of methods, as '" +
                         generator_id + "'");
    }
    mover_ = mover_kind_->make({scene, generator_, own, solver_, bodies_});
    if (change.first_look) {
        look_first();
    }
}

void Simulation::look_first() {
    const double time = mover_->unseen_time(bodies_);
    if (time == 0.0) {
        return;
    }
    last_.contacts = contacts_at(body_poses(bodies_), time);
    last_.impulses = mover_->take_first_look(bodies_, last_.contacts);
}

std::vector<ContactPoint> Simulation::contacts_at(std::span<const Pose> poses, double time,
                                                  DetectionMemory* memory) const {
    return find_scene_contacts(*scene_, *generator_, generator_settings_,
                               {.poses = poses,
                                .bodies = bodies_,
                                .time_step = time,
                                .look_ahead = solver_.gap == GapRule::Close,
                                .acceleration = solver_.gravity.norm(),
                                .restitution = solver_.restitution,
                                .last_contacts = last_.contacts,
                                .memory = memory});
}

SceneQuery Simulation::query() const {
    StepRecord coming;
    mover_->begin(bodies_, coming);
    return {contacts_at(coming.query_poses, solver_.time_step), coming.query_poses};
}

StepRecord Simulation::step() {
    if (!mover_kind_->deforms) {
        require_rigid(scene_->test_case, "the " + mover_kind_->title);
    }
    StepRecord record;
    record.step = steps_ + 1;
    record.time = record.step * solver_.time_step;
    if (mover_->brings_contacts()) {
        mover_->take(record, bodies_, last_);
        ++steps_;
        return record;
    }
    mover_->begin(bodies_, record);
    const StopWatch detection;
    record.contacts = contacts_at(record.query_poses, solver_.time_step, &memory_);
    record.times.detection = detection.seconds();
    record.remembered = memory_.counts();
    mover_->take(record, bodies_, last_);
    ++steps_;
    last_ = {record.contacts, record.impulses};
    return record;
}

ElasticRest Simulation::elastic_rest() const { return mover_->elastic_rest(); }

std::string Simulation::warning() const { return mover_->warning(); }

SceneQuery query_scene(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int query, const StartChange& change) {
    if (query == 1 && scene.pose == QueryPose::Initial) {
        const std::vector<RigidBody> bodies = make_rigid_bodies(scene, change);
        std::vector<Pose> poses = body_poses(bodies);
        std::vector<ContactPoint> contacts = find_scene_contacts(
            scene, settings.methods.find(generator_id), settings.generators.at(generator_id),
            {poses, bodies, scene.test_case.time_step});
        return {std::move(contacts), std::move(poses)};
    }
    StartChange start = change;
    start.first_look = query > 1;
    Simulation simulation(scene, generator_id, settings, start);
    for (int i = 1; i < query; ++i) {
        simulation.step();
    }
    return simulation.query();
}

void Simulation::resume_after(const StepRecord& record) {
    if (record.bodies.size() != bodies_.size()) {
        throw Error("a step of " + std::to_string(record.bodies.size()) +
                    " bodies cannot be gone on from in a scene of " +
                    std::to_string(bodies_.size()));
    }
    mover_->resume_after(record);
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        bodies_[i].state = record.bodies[i];
    }
    validate(bodies_);
    steps_ = record.step;
    last_ = {record.contacts, record.impulses};
}

}  // namespace touchstone
