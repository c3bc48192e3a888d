#include "testcases/trials/barrier_trials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/random_share.h"
#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/mass_properties.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/near/near_bodies.h"
#include "rigid_solver/barrier/search/pair_stiffness.h"

namespace touchstone {
namespace {

constexpr double kFastest = 100.0;    // [m/s]
constexpr int kMostTrialSteps = 150;  // bodies that are so fast rest, or are far away, by then
constexpr double kEnergyShare =
    1e-3;  // share of the energy at the start, which the barrier may hold [-]

/// Returns the state at the start. Bodies touch there, so each surface is moved in.
BarrierState make_trial_state(const RandomTrial& trial, const BarrierSettings& settings) {
    const double inset = 0.5 * settings.rest_share * settings.dhat;
    std::vector<SurfaceMesh> surfaces;
    std::vector<BarrierShape> shapes;
    surfaces.reserve(trial.bodies.size());
    shapes.reserve(trial.bodies.size());
    for (const SurfaceMesh& surface : trial.surfaces) {
        surfaces.push_back(erode(surface, Erosion::PlaneOffset, inset));
        shapes.push_back({&surfaces.back(), mass_properties(surface).volume});
    }
    return make_barrier_state(trial.bodies, shapes, settings, 2.0 * inset);
}

/// Returns the kinetic and potential energy of the bodies that can move, above the floor's top [J].
double energy_of(const BarrierState& state, const Vec3& gravity) {
    double sum = 0.0;
    for (const AffineBody& body : state.bodies) {
        if (!body.fixed) {
            sum += 0.5 * body.velocity.dot(mass_times(body, body.velocity)) -
                   body.mass * gravity.dot(body.placement.head<3>() + state.origin);
        }
    }
    return sum;
}

/// Returns the energy that changes of stiffness may add [J]: they let bodies rest anywhere within
/// the barrier's reach, and so lift them by up to d̂ at each gap below them.
double lift_of(const BarrierState& state, const BarrierSettings& settings) {
    const double gaps = static_cast<double>(state.bodies.size() - 1);
    double sum = 0.0;
    for (const AffineBody& body : state.bodies) {
        sum += body.fixed ? 0.0 : body.mass * settings.gravity.norm() * settings.dhat * gaps;
    }
    return sum;
}

/// Returns the energy that the barriers hold at the start, where all pairs begin at the same
/// distance, however many there are [J].
double stored_by(const BarrierState& state, const BarrierSettings& settings) {
    BodyPoints points;
    points.reserve(state.bodies.size());
    for (const AffineBody& body : state.bodies) {
        points.push_back(placed_points(body, body.placement));
    }
    NearList list;
    list.cover(state.bodies, points, points, settings.dhat);
    list.find_pairs(state.bodies, points, settings.dhat);
    StiffnessList stiffnesses(state, settings);
    double sum = 0.0;
    for (const NearBodies& near : list.all()) {
        sum += barrier_energy_value(
            near.pairs, {settings.dhat, stiffnesses.of(near.a, near.b).stiffness, kUnset});
    }
    return sum;
}

/// Returns true when a centre of mass is below the top of the floor, which is the first body.
bool is_below_floor(const BarrierState& state) {
    const BoundingBox floor = bounds_of(placed_points(state.bodies[0], state.bodies[0].placement));
    return std::ranges::any_of(state.bodies, [&](const AffineBody& body) {
        const Vec3 center = body.placement.head<3>();
        // What slid over the floor's end falls beside it.
        return !body.fixed && center.y() < floor.upper.y() && center.x() > floor.lower.x() &&
               center.x() < floor.upper.x() && center.z() > floor.lower.z() &&
               center.z() < floor.upper.z();
    });
}

}  // namespace

RandomTrial make_barrier_trial(std::uint64_t seed) {
    constexpr std::array kSteps{0.001, 0.002, 0.005, 0.01, 0.02, 0.04};
    RandomTrial trial = make_motion_trial(seed);
    std::mt19937_64 engine(seed + 0x9e3779b97f4a7c15ULL);
    trial.solver.time_step = kSteps[engine() % kSteps.size()];
    trial.steps = kMostTrialSteps;
    // Downward for the most part, so that most of them hit something.
    const double share = random_share(engine);
    const double speed = std::exp(share * std::log(kFastest));
    BodyState& state = trial.bodies.back().state;
    const bool flies = trial.motion == TrialMotion::Drop || trial.motion == TrialMotion::Throw;
    const Vec3 way =
        flies ? Vec3(0.3, -1.0, 0.2) : Vec3(state.linear_velocity.x() + 1e-3, 0.0, 1e-3);
    state.linear_velocity = speed * way.normalized();
    return trial;
}

BarrierTrialOutcome run_barrier_trial(const RandomTrial& trial) {
    BarrierSettings settings;
    settings.time_step = trial.solver.time_step;
    settings.gravity = trial.solver.gravity;
    settings.friction = trial.solver.friction;
    BarrierState state = make_trial_state(trial, settings);
    const double start = energy_of(state, settings.gravity);
    const double scale = std::max(std::abs(start), 1e-12);
    const double stored = stored_by(state, settings);
    double largest = start;
    BarrierTrialOutcome outcome;
    while (outcome.steps < trial.steps && !outcome.fell_through) {
        const BarrierReport report = barrier_step(state, settings);
        ++outcome.steps;
        outcome.most_iterations = std::max(outcome.most_iterations, report.iterations);
        if (is_failure(report.stop)) {
            outcome.failure = std::string(barrier_stop_id(report.stop)) + "; " + report.trouble;
            break;
        }
        largest = std::max(largest, energy_of(state, settings.gravity));
        outcome.fell_through = is_below_floor(state);
    }
    outcome.largest_gain = (largest - start) / scale;
    outcome.gained_energy =
        outcome.largest_gain > kEnergyShare + (stored + lift_of(state, settings)) / scale;
    return outcome;
}

}  // namespace touchstone
