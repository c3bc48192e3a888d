#include "generators/continuous/bodies/rigid_sweep.h"

#include <algorithm>
#include <cmath>

namespace touchstone {

Mat3 swept_rotation(const RigidSweep& sweep, double time) {
    const double angle = sweep.turn.norm();
    if (angle == 0.0 || time == 0.0) {
        return Mat3::Identity();
    }
    return Eigen::AngleAxisd(time * angle, sweep.turn / angle).toRotationMatrix();
}

Vec3 swept_point(const RigidSweep& sweep, const Vec3& start, double time) {
    if (sweep.turn.isZero(0.0)) {
        return start + time * sweep.travel;
    }
    return sweep.center + time * sweep.travel +
           swept_rotation(sweep, time) * (start - sweep.center);
}

double path_error(const RigidSweep& sweep, double radius, int pieces) {
    const double angle = sweep.turn.norm() / pieces;
    return radius * angle * angle / 8.0;
}

int pieces_within(const RigidSweep& sweep, double radius, double distance) {
    const double pieces = sweep.turn.norm() * std::sqrt(radius / (8.0 * distance));
    return pieces < kMostPathPieces ? std::max(static_cast<int>(std::ceil(pieces)), 1)
                                    : kMostPathPieces;
}

}  // namespace touchstone
