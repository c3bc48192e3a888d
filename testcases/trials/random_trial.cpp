#include "testcases/trials/random_trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "testcases/settings/study_settings.h"
#include "testcases/trials/trial_bodies.h"

namespace touchstone {
namespace {

constexpr double kDensity = 1000.0;    // [kg/m³]
constexpr double kLongestTrial = 4.0;  // [s]

struct TrialSolid {
    SurfaceMesh surface;
    std::vector<SurfaceMesh> parts;  ///< convex ones
};

TrialSolid convex_solid(const SurfaceMesh& surface) { return {surface, {surface}}; }

TrialSolid make_trial_shape(TrialShape shape, double size, Dice& dice) {
    const Vec3 extents(size, size * dice.between(0.3, 1.0), size * dice.between(0.3, 1.0));
    switch (shape) {
        case TrialShape::Wedge:
            return convex_solid(make_wedge(extents));
        case TrialShape::Ell:
            return {make_ell(extents), parts_of_ell(extents)};
        case TrialShape::Cylinder:
            return convex_solid(make_cylinder(0.5 * extents.y(), extents.x(), 16));
        case TrialShape::Box:
            break;
    }
    return convex_solid(make_box(extents));
}

void add_body(RandomTrial& trial, const std::string& name, const TrialSolid& shape,
              const Pose& pose, bool fixed) {
    const MassProperties solid = mass_properties(shape.surface);
    RigidBody body;
    body.name = name;
    body.fixed = fixed;
    body.state.world_from_body = pose;
    body.state.center_of_mass = solid.center_of_mass;
    body.mass = kDensity * solid.volume;
    body.inertia = kDensity * solid.inertia;
    trial.bodies.push_back(body);
    trial.surfaces.push_back(shape.surface);
    trial.parts.push_back(shape.parts);
}

void add_grounds(RandomTrial& trial) {
    const double wide = 300.0 + 40.0 * trial.size;
    const double thick = std::max(1.0, trial.size);
    add_body(trial, "floor", convex_solid(make_box({wide, thick, wide})),
             {Quat::Identity(), Vec3(0.0, -0.5 * thick, 0.0)}, true);
    if (trial.ground != TrialGround::Edge && trial.ground != TrialGround::Corner) {
        return;
    }
    // A table whose edge, or corner, is below the origin.
    const double s = trial.size;
    const Vec3 size(4.0 * s, 0.5 * s, 4.0 * s);
    const double z = trial.ground == TrialGround::Corner ? 2.0 * s : 0.0;
    add_body(trial, "table", convex_solid(make_box(size)),
             {Quat::Identity(), Vec3(2.0 * s, 0.25 * s, z)}, true);
}

/// Sets the motion of the last body, which stands with its lowest point on the height `base`.
void set_motion(RandomTrial& trial, double base, Dice& dice) {
    RigidBody& body = trial.bodies.back();
    BodyState& state = body.state;
    const double s = trial.size;
    const double fastest = std::min(20.0, 20.0 * std::sqrt(s));
    const double angle = dice.between(0.0, 2.0 * std::numbers::pi);
    const Vec3 along(std::cos(angle), 0.0, std::sin(angle));
    double height = 0.0;
    switch (trial.motion) {
        case TrialMotion::Drop:
            height = s * dice.log_between(0.01, 5.0);
            if (dice.below(3) > 0) {
                state.world_from_body.rotation =
                    Quat(Eigen::AngleAxisd(dice.between(0.0, std::numbers::pi), dice.direction()));
            }
            break;
        case TrialMotion::Throw:
            height = s * dice.log_between(0.1, 5.0);
            state.world_from_body.rotation =
                Quat(Eigen::AngleAxisd(dice.between(0.0, std::numbers::pi), dice.direction()));
            state.linear_velocity = dice.log_between(0.05, 1.0) * fastest * dice.direction();
            state.angular_velocity = dice.between(0.0, std::min(20.0, 4.0 / s)) * dice.direction();
            break;
        case TrialMotion::Slide:
            state.world_from_body.rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
            state.linear_velocity = dice.log_between(0.02, 1.0) * fastest * along;
            break;
        case TrialMotion::Spin:
            state.angular_velocity = dice.log_between(0.1, 1.0) * std::min(40.0, 8.0 / s) *
                                     Vec3(0.0, dice.below(2) == 0 ? 1.0 : -1.0, 0.0);
            break;
    }
    Pose& pose = state.world_from_body;
    pose.translation.y() += base + height - lowest_height(trial.surfaces.back(), pose);
}

}  // namespace

RandomTrial make_motion_trial(std::uint64_t seed) {
    constexpr std::array kSteps{0.001, 0.002, 0.005, 0.01, 0.02};
    static const SolverSettings kSolver =
        with_gap_solver(make_study_settings(Profile::Corrected)).solver;
    Dice dice(seed);
    RandomTrial trial;
    trial.seed = seed;
    trial.motion = static_cast<TrialMotion>(dice.below(4));
    trial.ground = static_cast<TrialGround>(dice.below(4));
    trial.shape = static_cast<TrialShape>(dice.below(4));
    trial.size = dice.log_between(0.01, 10.0);
    trial.solver = kSolver;
    trial.solver.time_step = kSteps[dice.below(5)];
    trial.solver.max_sweeps = 200;
    trial.steps = static_cast<int>(std::min(kLongestTrial / trial.solver.time_step, 800.0));
    add_grounds(trial);
    const bool on_table = trial.bodies.size() > 1;
    double base = on_table ? 0.5 * trial.size : 0.0;
    if (trial.ground == TrialGround::Stack) {
        for (int i = 0; i < 2; ++i) {
            const Vec3 size(1.2 * trial.size, 0.4 * trial.size, 1.2 * trial.size);
            add_body(trial, "lower_" + std::to_string(i + 1), convex_solid(make_box(size)),
                     {Quat::Identity(), Vec3(0.0, base + 0.5 * size.y(), 0.0)}, false);
            base += size.y();
        }
    }
    add_body(trial, "body", make_trial_shape(trial.shape, trial.size, dice), Pose{}, false);
    set_motion(trial, base, dice);
    return trial;
}

std::string trial_name(const RandomTrial& trial) {
    constexpr std::array kMotions{"drop", "throw", "slide", "spin"};
    constexpr std::array kGrounds{"floor", "edge", "corner", "pile"};
    constexpr std::array kShapes{"box", "wedge", "L", "cylinder"};
    std::ostringstream name;
    name << trial.seed << ": " << kMotions[static_cast<std::size_t>(trial.motion)] << ' '
         << kShapes[static_cast<std::size_t>(trial.shape)] << ' '
         << kGrounds[static_cast<std::size_t>(trial.ground)] << ", " << trial.size << " m, "
         << 1e3 * trial.solver.time_step << " ms";
    return name.str();
}

}  // namespace touchstone
