#include "testcases/events/event_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "methods/base/error.h"
#include "methods/smooth/smooth_mass.h"
#include "testcases/events/core_contacts.h"
#include "testcases/scenes/kept_digits.h"

namespace touchstone {
namespace {

SmoothContacts make_contacts(const TestCase& scene, const std::vector<RigidBody>& bodies,
                             const Vec3& gravity) {
    std::vector<std::optional<SmoothShape>> own;
    own.reserve(scene.bodies.size());
    std::vector<const SmoothShape*> shapes;
    shapes.reserve(scene.bodies.size());
    for (const BodySetup& body : scene.bodies) {
        own.push_back(event_shape(body.shape));
        shapes.push_back(own.back() ? &*own.back() : nullptr);
    }
    return {shapes, bodies, gravity.norm()};
}

std::vector<RigidBody> make_bodies(const TestCase& scene) {
    std::vector<RigidBody> bodies;
    bodies.reserve(scene.bodies.size());
    for (const BodySetup& setup : scene.bodies) {
        RigidBody& body = bodies.emplace_back();
        body.name = setup.name;
        body.fixed = setup.fixed;
        body.state.world_from_body = setup.world_from_shape;
        const std::optional<SmoothShape> shape = event_shape(setup.shape);
        if (setup.fixed || !shape) {
            continue;  // of other polyhedra SmoothContacts says that they have no exact shape
        }
        const MassProperties solid = smooth_mass(*shape);
        body.state.center_of_mass = solid.center_of_mass;
        body.state.linear_velocity = setup.linear_velocity;
        body.state.angular_velocity = setup.angular_velocity;
        body.mass = setup.density * solid.volume;
        body.inertia = setup.density * solid.inertia;
    }
    return bodies;
}

double total_energy(const std::vector<RigidBody>& bodies, const Vec3& gravity) {
    const Energy now = energy(bodies, gravity);
    return now.kinetic + now.potential;
}

/// Returns how far the points of a solid may move unnoticed: two that move so far overlap no deeper
/// than their contacts are known, and neither is on the other's far side.
double travel_of(const SmoothPrimitive& primitive) {
    if (const std::optional<CorePart> core = core_part(primitive)) {
        return core->radius > 0.0 ? core->radius : core->half.minCoeff();
    }
    if (const auto* ellipsoid = std::get_if<SmoothEllipsoid>(&primitive)) {
        return ellipsoid->semi_axes.minCoeff();
    }
    if (const auto* solid = std::get_if<SmoothSuperellipsoid>(&primitive)) {
        return solid->semi_axes.minCoeff();
    }
    if (const auto* torus = std::get_if<SmoothTorus>(&primitive)) {
        return torus->tube_radius;
    }
    if (const auto* cylinder = std::get_if<SmoothCylinder>(&primitive)) {
        return std::min(cylinder->radius, 0.5 * cylinder->height);
    }
    if (const auto* cone = std::get_if<SmoothCone>(&primitive)) {
        return 0.25 * std::min(cone->radius, cone->height);
    }
    return 0.5 * std::get<SmoothBowl>(primitive).wall;
}

/// Bounds the travel of each body, and makes lengths and speeds shares of the scene's own.
void scale_to(const TestCase& scene, EventSettings& settings) {
    constexpr double kTouching = 2e-6;   // share of the smallest body's reach
    constexpr double kOverlap = 1e-9;    // the same, or share of 1 m
    constexpr double kRounding = 1e-13;  // share of the largest body's reach
    constexpr double kRest = 0.01;  // share of the speed of a fall over the smallest body's reach
    constexpr double kSlow = 5e-4;
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0.0;
    double finest = std::numeric_limits<double>::infinity();  // radius
    for (const BodySetup& body : scene.bodies) {
        const std::optional<SmoothShape> shape = event_shape(body.shape);
        TravelBound& travel = settings.travel.emplace_back();
        if (!shape || shape->parts.empty()) {
            continue;
        }
        const double reach = smooth_reach(*shape);
        largest = std::max(largest, reach);
        smallest = body.fixed ? smallest : std::min(smallest, reach);
        travel.reach = 2.0 * reach;  // the centre of mass may be anywhere in it
        travel.most = std::numeric_limits<double>::infinity();
        for (const SmoothPart& part : shape->parts) {
            travel.most = std::min(travel.most, travel_of(part.primitive));
            const std::optional<CorePart> core = core_part(part.primitive);
            finest = core && core->radius > 0.0 ? std::min(finest, core->radius) : finest;
        }
    }
    // A sharp box must not reach the core of what is round.
    for (TravelBound& travel : settings.travel) {
        travel.most = std::min(travel.most, finest);
    }
    if (!std::isfinite(smallest)) {
        return;
    }
    settings.overlap = std::max(kOverlap * std::min(1.0, smallest), kRounding * largest);
    settings.touching = std::max(kTouching * smallest, 4.0 * settings.overlap);
    const double gravity = settings.gravity.norm();
    const double speed = gravity > 0.0 ? std::sqrt(gravity * smallest) : smallest;  // in 1 s
    settings.rest_speed = kRest * speed;
    settings.slow = kSlow * speed;
}

/// Returns the energy by whose shares errors are judged: the kinetic energy of the start and the
/// weights' work over the reach of their bodies.
double energy_scale(const TestCase& scene, const Vec3& gravity) {
    const std::vector<RigidBody> bodies = make_bodies(scene);
    double scale = energy(bodies, gravity).kinetic;
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const std::optional<SmoothShape> shape = event_shape(scene.bodies[i].shape);
        if (!bodies[i].fixed && shape) {
            scale += bodies[i].mass * gravity.norm() * smooth_reach(*shape);
        }
    }
    return scale;
}

/// Throws UsageError for a body so far away, or so fast, that its coordinates hold too few digits.
void check_motion_digits(const TestCase& scene, const std::vector<RigidBody>& bodies,
                         double time_step) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::vector<Vec3> vertices = make_surface(scene.bodies[i].shape).vertices;
        const SizedBody body =
            make_sized_body(scene.id + ", body '" + bodies[i].name + "'", vertices);
        const BodyState& state = bodies[i].state;
        check_place(body, vertices, state.world_from_body.translation);
        if (!bodies[i].fixed) {
            check_speed(body, state.linear_velocity, time_step, "linear_velocity");
            check_spin(body, state.angular_velocity, time_step);
        }
    }
}

}  // namespace

std::optional<SmoothShape> event_shape(const Shape& shape) {
    if (const auto* box = std::get_if<BoxShape>(&shape)) {
        return SmoothShape{{{SmoothRoundBox{box->size, 0.0}, {}}}};
    }
    const SmoothShape* const exact = exact_shape(shape);
    return exact == nullptr ? std::nullopt : std::optional(*exact);
}

EventSettings event_settings(const TestCase& scene, const SolverSettings& solver) {
    EventSettings result;
    result.time_step = solver.time_step;
    result.gravity = solver.gravity;
    result.restitution = solver.restitution;
    scale_to(scene, result);
    constexpr double kMostPerSecond = 2e5;
    constexpr int kMostPerStep = 200;
    result.most_events =
        std::max(kMostPerStep, static_cast<int>(std::min(1e6, kMostPerSecond * result.time_step)));
    constexpr double kEnergyError = 1e-10;
    const double scale = energy_scale(scene, result.gravity);
    if (scale > 0.0) {
        result.energy_error = kEnergyError * scale;
    }
    return result;
}

EventMotion::EventMotion(const TestCase& scene, const EventSettings& settings)
    : name_(scene.id),
      settings_(settings),
      bodies_(make_bodies(scene)),
      contacts_(make_contacts(scene, bodies_, settings.gravity)),
      start_energy_(total_energy(bodies_, settings.gravity)) {
    validate(settings_);
    validate(bodies_);
    check_motion_digits(scene, bodies_, settings_.time_step);
    contacts_.accept(bodies_, 0.0);
}

EventReport EventMotion::step() {
    EventReport report;
    const WitnessCounts before = contacts_.counts();
    try {
        report = event_step(
            bodies_,
            [this](std::span<const RigidBody> now, double duration) {
                return contacts_.find(now, duration);
            },
            settings_,
            [this](std::span<const RigidBody> now, double time) { contacts_.accept(now, time); });
    } catch (const Error& error) {
        throw Error(name_ + ", step " + std::to_string(totals_.steps + 1) + ": " + error.what());
    }
    last_witnesses_ = {contacts_.counts().hits - before.hits,
                       contacts_.counts().misses - before.misses};
    ++totals_.steps;
    totals_.divided_steps += report.parts > 1 ? 1 : 0;
    totals_.events += static_cast<int>(std::ssize(report.events));
    for (const CollisionEvent& event : report.events) {
        totals_.evaluations += event.evaluations;
    }
    totals_.impulse_energy -= report.impulse_energy;
    totals_.largest_gain = std::max(totals_.largest_gain, report.largest_energy_gain);
    totals_.least_separation = std::min(totals_.least_separation, report.least_separation);
    return report;
}

double EventMotion::energy_drift() const {
    return total_energy(bodies_, settings_.gravity) + totals_.impulse_energy - start_energy_;
}

}  // namespace touchstone
