#include "testcases/trials/bound_trials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include "generators/convex_cast/convex_parts.h"
#include "rigid_solver/proximal/time_step.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/vertex_depth.h"
#include "testcases/trials/trial_bodies.h"

namespace touchstone {
namespace {

constexpr int kTrialSteps = 30;
constexpr int kRoomBodies = 7;     // six walls and the sheet
constexpr double kMostTurn = 2.0;  // rotation in a step [rad]
constexpr double kIdle = 1e-9;  // share of the velocity's way, below which a body made no way [-]

Pose placed_at(const Vec3& position) { return {Quat::Identity(), position}; }

BodySetup make_setup(const std::string& name, Shape shape, const Vec3& position, bool fixed) {
    BodySetup body;
    body.name = name;
    body.shape = std::move(shape);
    body.world_from_shape = placed_at(position);
    body.fixed = fixed;
    return body;
}

void add_room(BoundTrial& trial, double wall, double sheet) {
    const Vec3& half = trial.half_room;
    constexpr const char* kNames[3][2]{{"left", "right"}, {"floor", "ceiling"}, {"back", "front"}};
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = 0; side < 2; ++side) {
            Vec3 size = 2.0 * half + Vec3::Constant(2.0 * wall);
            size[axis] = wall;
            Vec3 position = Vec3::Zero();
            position[axis] = (side == 0 ? -1.0 : 1.0) * (half[axis] + 0.5 * wall);
            trial.scene.bodies.push_back(
                make_setup(kNames[axis][side], BoxShape{size}, position, true));
        }
    }
    trial.scene.bodies.push_back(make_setup(
        "sheet", BoxShape{Vec3(sheet, 2.0 * half.y(), 2.0 * half.z())}, Vec3::Zero(), true));
}

Shape random_shape(double size, Dice& dice) {
    const Vec3 extents(size, size * dice.between(0.3, 1.0), size * dice.between(0.3, 1.0));
    switch (dice.below(6)) {
        case 0:
            return BoxShape{extents};
        case 1:
            return BoxShape{Vec3(size, size * dice.log_between(0.01, 0.1), size)};
        case 2:
            return HullShape{make_wedge(extents).vertices};
        case 3:
            return CylinderShape{0.5 * extents.y(), extents.x(), 12};
        case 4:
            return SphereShape{0.5 * size, 1};
        default:
            return TrianglesShape{make_ell(extents)};
    }
}

/// Adds bodies one above the other, each within a ball of its own.
void add_bodies(BoundTrial& trial, int count, Dice& dice) {
    for (int i = 0; i < count; ++i) {
        const double size = i == 0 ? trial.size : trial.size * dice.log_between(0.1, 1.0);
        const double y = (2.0 * (i + 0.5) / count - 1.0) * trial.half_room.y();
        BodySetup body = make_setup("body_" + std::to_string(i + 1), random_shape(size, dice),
                                    Vec3(-0.5 * trial.half_room.x(), y, 0.0), false);
        body.world_from_shape.rotation =
            Quat(Eigen::AngleAxisd(dice.between(0.0, std::numbers::pi), dice.direction()));
        const double speed = i == 0 ? trial.speed : trial.speed * dice.log_between(0.01, 1.0);
        body.linear_velocity = speed * dice.direction();
        const double fastest = kMostTurn / trial.scene.time_step;
        body.angular_velocity = fastest * dice.log_between(0.001, 1.0) * dice.direction();
        trial.scene.bodies.push_back(body);
    }
}

bool is_in_its_half(const Vec3& center, const Vec3& half) {
    return center.x() > -half.x() && center.x() < 0.0 && std::abs(center.y()) < half.y() &&
           std::abs(center.z()) < half.z();
}

double deepest_overlap(const StudyScene& scene, std::span<const RigidBody> bodies) {
    std::vector<Pose> poses;
    poses.reserve(bodies.size());
    for (const RigidBody& body : bodies) {
        poses.push_back(body.state.world_from_body);
    }
    const std::vector<std::vector<Vec3>> vertices = world_vertices(scene, poses);
    double deepest = 0.0;
    for (int b = kRoomBodies; b < std::ssize(bodies); ++b) {
        for (int a = 0; a < b; ++a) {
            deepest = std::max(deepest, deepest_vertex(vertices[a], scene.surfaces[a].triangles,
                                                       vertices[b], scene.surfaces[b].triangles));
        }
    }
    return deepest;
}

/// Returns the width of the thinnest body [m], of which margins are shares.
double thinnest_width(const StudyScene& scene) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        if (!std::holds_alternative<TrianglesShape>(scene.test_case.bodies[i].shape)) {
            least = std::min(least, convex_width(scene.surfaces[i]));
        }
    }
    return least;
}

double kinetic_at(const RigidBody& body, const Pose& pose, const BodyState& moving) {
    return 0.5 * (body.mass * moving.linear_velocity.squaredNorm() +
                  moving.angular_velocity.dot(world_inertia(body, pose) * moving.angular_velocity));
}

/// Returns the energy that contacts added in a step [J]. The solver itself computes what the bodies
/// would do without them.
double energy_of_contacts(std::span<const RigidBody> before, std::span<const RigidBody> after,
                          std::span<const Pose> poses, const SolverSettings& solver) {
    std::vector<RigidBody> free(before.begin(), before.end());
    touchstone::step(free, poses, {}, solver);
    double gain = 0.0;
    for (int i = 0; i < std::ssize(before); ++i) {
        if (!before[i].fixed) {
            gain += kinetic_at(before[i], poses[i], after[i].state) -
                    kinetic_at(before[i], poses[i], free[i].state);
        }
    }
    return gain;
}

/// Returns the work of gravity on the ways that bodies lack beside those of their velocities before
/// and after the step, each for half of it [J].
double energy_of_missed_falls(std::span<const RigidBody> before, std::span<const RigidBody> after,
                              const SolverSettings& solver) {
    double work = 0.0;
    for (int i = 0; i < std::ssize(before); ++i) {
        if (!before[i].fixed) {
            const BodyState& from = before[i].state;
            const BodyState& to = after[i].state;
            const Vec3 way =
                to.world_from_body * to.center_of_mass - from.world_from_body * from.center_of_mass;
            const Vec3 whole = 0.5 * solver.time_step * (from.linear_velocity + to.linear_velocity);
            work += before[i].mass * solver.gravity.dot(whole - way);
        }
    }
    return work;
}

/// Returns the energy: kinetic, and potential above the room's floor [J].
double energy_in_room(std::span<const RigidBody> bodies, const BoundTrial& trial) {
    const Vec3& gravity = trial.scene.gravity;
    const Energy all = energy(bodies, gravity);
    double mass = 0.0;
    for (const RigidBody& body : bodies) {
        mass += body.fixed ? 0.0 : body.mass;
    }
    return all.kinetic + all.potential + mass * gravity.norm() * trial.half_room.y();
}

StudySettings trial_settings(StepBound bound) {
    MethodList methods;
    Generator nothing;
    nothing.id = kNoContacts;
    nothing.title = "No contacts";
    nothing.shape = ShapeKind::Facets;
    nothing.shape_rule = [](const MethodSettings&) { return ShapeRule{.facets = true}; };
    nothing.generate = [](const Collider&, const Collider&, const Query&) {
        return std::vector<ContactPoint>();
    };
    methods.add(nothing);
    StudySettings settings = make_study_settings(Profile::Corrected, methods);
    settings.solver.step_bound = bound;
    settings.solver.max_sweeps = 100;
    return settings;
}

}  // namespace

BoundTrial make_bound_trial(std::uint64_t seed) {
    Dice dice(seed);
    BoundTrial trial;
    trial.seed = seed;
    trial.size = dice.log_between(0.01, 10.0);
    trial.speed = dice.log_between(1.0, 500.0);
    trial.steps = kTrialSteps;
    trial.scene.id = "room";
    trial.scene.title = "bodies in a divided room";
    trial.scene.time_step = dice.log_between(0.001, 0.05);
    trial.scene.friction = dice.between(0.0, 1.0);
    const int count = 1 + dice.below(3);
    trial.half_room =
        trial.size * Vec3(dice.between(2.5, 6.0), 1.1 * count, dice.between(1.5, 4.0));
    add_room(trial, trial.size * dice.log_between(0.02, 0.5),
             trial.size * dice.log_between(0.005, 0.1));
    add_bodies(trial, count, dice);
    return trial;
}

std::string trial_name(const BoundTrial& trial) {
    std::ostringstream name;
    name << trial.seed << ": " << trial.scene.bodies.size() - kRoomBodies << " bodies, "
         << trial.size << " m, " << trial.speed << " m/s, " << 1e3 * trial.scene.time_step << " ms";
    return name.str();
}

BoundOutcome run_bound_trial(const BoundTrial& trial, const std::string& generator,
                             StepBound bound) {
    const StudySettings settings = trial_settings(bound);
    const StudyScene scene =
        make_study_scene(trial.scene, false, settings, std::nullopt, std::vector{generator});
    Simulation simulation(scene, generator, settings);
    const double width = thinnest_width(scene);
    BoundOutcome outcome;
    const double start_energy = energy_in_room(simulation.bodies(), trial);
    for (int i = 0; i < trial.steps && !outcome.passed_through; ++i) {
        const std::vector<RigidBody> before = simulation.bodies();
        const StepRecord record = simulation.step();
        const double gain =
            energy_in_room(simulation.bodies(), trial) - energy_in_room(before, trial);
        BoundStep step;
        step.gain = gain / start_energy;
        step.contact_gain = energy_of_contacts(before, simulation.bodies(), record.query_poses,
                                               simulation.solver()) /
                            start_energy;
        step.missed_fall =
            energy_of_missed_falls(before, simulation.bodies(), simulation.solver()) / start_energy;
        step.stops = static_cast<int>(std::ssize(record.stops));
        step.stop_contacts = record.stop_contacts;
        outcome.steps.push_back(step);
        outcome.largest_gain = std::max(outcome.largest_gain, step.gain);
        outcome.contact_gain = std::max(outcome.contact_gain, step.contact_gain);
        outcome.stops += step.stops;
        outcome.stop_contacts += record.stop_contacts;
        outcome.detection += record.times.detection + record.times.solve;
        outcome.bound += record.times.bound;
        for (int b = kRoomBodies; b < std::ssize(before); ++b) {
            const RigidBody& body = simulation.bodies()[b];
            const Vec3 center = body.state.world_from_body * body.state.center_of_mass;
            const Vec3 start = before[b].state.world_from_body * before[b].state.center_of_mass;
            outcome.passed_through =
                outcome.passed_through || !is_in_its_half(center, trial.half_room);
            const double way = simulation.solver().time_step * body.state.linear_velocity.norm();
            outcome.idle_steps += (center - start).norm() < kIdle * way ? 1 : 0;
        }
        outcome.deepest =
            std::max(outcome.deepest, deepest_overlap(scene, simulation.bodies()) / width);
    }
    outcome.gained_energy =
        std::max(outcome.largest_gain, outcome.contact_gain) > kBoundEnergySlack;
    return outcome;
}

}  // namespace touchstone
