#include "testcases/motion/contact_facing.h"

#include "methods/contact/collider.h"

namespace touchstone {

FacingTimes facing_times(const StepQuery& step) {
    if (step.generator.facing_time == nullptr) {
        return {};
    }
    return [&step](int contact, const StepMotion& a, const StepMotion& b) {
        const ContactPoint& touch = step.contacts[contact];
        const auto moving = [&](int body, const StepMotion& motion) {
            Collider collider;
            collider.shape = &step.shape_of(body);
            collider.world_from_body = step.poses[body];
            collider.linear_velocity = motion.linear_velocity;
            collider.angular_velocity = motion.angular_velocity;
            return collider;
        };
        return step.generator.facing_time(touch, moving(touch.body_a, a), moving(touch.body_b, b),
                                          step.query);
    };
}

}  // namespace touchstone
