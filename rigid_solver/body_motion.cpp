#include "rigid_solver/body_motion.h"

namespace touchstone {

Pose advance(const BodyState& state, double time) {
    const Vec3 step = time * state.linear_velocity;
    const double speed = state.angular_velocity.norm();
    if (speed == 0.0) {
        // Adding the step to the translation alone keeps exact coordinates exact.
        return {state.world_from_body.rotation, state.world_from_body.translation + step};
    }
    const Quat turn(Eigen::AngleAxisd(speed * time, state.angular_velocity / speed));
    const Vec3 center = state.world_from_body * state.center_of_mass + step;
    const Quat rotation = (turn * state.world_from_body.rotation).normalized();
    const Vec3 arm = rotation.toRotationMatrix() * state.center_of_mass;
    return {rotation, center - arm};
}

}  // namespace touchstone
