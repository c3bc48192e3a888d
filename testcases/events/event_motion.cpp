#include "testcases/events/event_motion.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "methods/base/error.h"
#include "methods/smooth/smooth_mass.h"

namespace touchstone {
namespace {

SmoothContacts make_contacts(const TestCase& scene, const std::vector<RigidBody>& bodies) {
    std::vector<const SmoothShape*> shapes;
    shapes.reserve(scene.bodies.size());
    for (const BodySetup& body : scene.bodies) {
        shapes.push_back(exact_shape(body.shape));
    }
    return {shapes, bodies};
}

std::vector<RigidBody> make_bodies(const TestCase& scene) {
    std::vector<RigidBody> bodies;
    bodies.reserve(scene.bodies.size());
    for (const BodySetup& setup : scene.bodies) {
        RigidBody& body = bodies.emplace_back();
        body.name = setup.name;
        body.fixed = setup.fixed;
        body.state.world_from_body = setup.world_from_shape;
        const SmoothShape* const shape = exact_shape(setup.shape);
        if (setup.fixed || shape == nullptr) {
            continue;  // of polyhedra SmoothContacts says that they have no exact shape
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

}  // namespace

EventSettings event_settings(const TestCase& scene) {
    EventSettings settings;
    settings.time_step = scene.time_step;
    settings.gravity = scene.gravity;
    for (const NamedSetting& setting : scene.solver) {
        if (setting.id == "restitution") {
            char* end = nullptr;
            settings.restitution = std::strtod(setting.value.c_str(), &end);
            if (setting.value.empty() || *end != '\0') {
                throw UsageError(scene.id + ": restitution '" + setting.value + "' is no number");
            }
        }
    }
    return settings;
}

EventMotion::EventMotion(const TestCase& scene, const EventSettings& settings)
    : name_(scene.id),
      settings_(settings),
      bodies_(make_bodies(scene)),
      contacts_(make_contacts(scene, bodies_)),
      start_energy_(total_energy(bodies_, settings.gravity)) {
    validate(settings_);
    validate(bodies_);
    contacts_.accept(bodies_, 0.0);
}

EventReport EventMotion::step() {
    EventReport report;
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
    ++totals_.steps;
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
