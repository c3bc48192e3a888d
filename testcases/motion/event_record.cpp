#include "testcases/motion/event_record.h"

#include <algorithm>

#include "methods/base/error.h"
#include "rigid_solver/rigid_body.h"

namespace touchstone {

StepRecord event_record(int step, const EventMotion& motion, const EventReport& report,
                        const EventSettings& settings) {
    StepRecord record;
    record.step = step;
    record.time = step * settings.time_step;
    record.energy = energy(motion.bodies(), settings.gravity);
    record.bodies.reserve(motion.bodies().size());
    record.query_poses.reserve(motion.bodies().size());
    for (const RigidBody& body : motion.bodies()) {
        record.bodies.push_back(body.state);
        record.query_poses.push_back(body.state.world_from_body);
    }
    record.contacts.reserve(report.contacts.size());
    record.impulses.reserve(report.contacts.size());
    for (int i = 0; i < std::ssize(report.contacts); ++i) {
        const EventContact& found = report.contacts[i];
        ContactPoint& contact = record.contacts.emplace_back();
        contact.position = 0.5 * (found.point_a + found.point_b);
        contact.normal = found.normal;
        contact.separation = found.separation;
        contact.body_a = found.body_a;
        contact.body_b = found.body_b;
        record.impulses.emplace_back().normal = settings.time_step * report.forces[i];
    }
    record.witnesses = {motion.last_witnesses().hits, motion.last_witnesses().misses};
    record.stop_contacts = static_cast<int>(std::ssize(report.contacts));
    record.stops.reserve(report.events.size());
    for (const CollisionEvent& event : report.events) {
        if (event.body_a >= 0) {
            record.stops.push_back(
                {event.body_a, event.body_b, std::min(1.0, event.time / settings.time_step)});
        }
    }
    return record;
}

std::string method_of_exact_shapes(const MethodList& methods) {
    for (const std::string& id : methods.ids()) {
        if (methods.find(id).needs_exact_shape != nullptr) {
            return id;
        }
    }
    throw Error("no method is of exact shapes");
}

}  // namespace touchstone
