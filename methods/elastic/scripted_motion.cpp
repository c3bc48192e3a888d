#include "methods/elastic/scripted_motion.h"

#include <cmath>

#include "methods/base/error.h"

namespace touchstone {

void validate(const ScriptedMotion& motion) {
    if (!motion.velocity.allFinite() || !motion.spin.allFinite() || !motion.pivot.allFinite()) {
        throw UsageError("velocity, spin and pivot of a script must be finite");
    }
    if (!std::isfinite(motion.from) || !(motion.from >= 0.0)) {
        throw UsageError("from: give a time of at least 0 [s]");
    }
    if (!(motion.until > motion.from)) {
        throw UsageError("until: give a time after 'from' [s]");
    }
}

const ScriptedMotion* find_motion(std::span<const ScriptedMotion> motions, double time,
                                  double time_step) {
    const double middle = time + 0.5 * time_step;
    for (const ScriptedMotion& motion : motions) {
        if (motion.from <= middle && middle < motion.until) {
            return &motion;
        }
    }
    return nullptr;
}

ScriptedStep step_of(const ScriptedMotion& motion, double time, double time_step,
                     const Vec3& origin) {
    ScriptedStep step;
    const double angle = motion.spin.norm() * time_step;
    if (angle > 0.0) {
        step.turns = true;
        const Vec3 axis = motion.spin.normalized();
        step.turn = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    }
    step.pivot = motion.pivot - origin + (time - motion.from) * motion.velocity;
    step.shift = time_step * motion.velocity;
    return step;
}

Vec3 scripted_velocity(const ScriptedMotion& motion, double time, const Vec3& point) {
    const Vec3 pivot = step_of(motion, time, 0.0, Vec3::Zero()).pivot;
    return motion.velocity + motion.spin.cross(point - pivot);
}

}  // namespace touchstone
