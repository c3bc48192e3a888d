#include "rigid_solver/barrier/affine_way.h"

namespace touchstone {
namespace {

constexpr double kStraightTurn = 1e-6;  // strains by 5e-13 [rad]

Mat3 exponential(const Vec3& turn) {
    const double angle = turn.norm();
    return angle > 0.0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix()
                       : Mat3(Mat3::Identity());
}

}  // namespace

bool AffineWay::is_straight() const {
    return !(turn.squaredNorm() > kStraightTurn * kStraightTurn);
}

AffineWay way_along(const Affine& placement, const Affine& direction) {
    const Mat3 linear = linear_part(placement);
    const Mat3 change = linear_part(direction);
    const Mat3 rate = change * linear.transpose();
    AffineWay way;
    way.shift = direction.head<3>();
    way.turn =
        0.5 * Vec3(rate(2, 1) - rate(1, 2), rate(0, 2) - rate(2, 0), rate(1, 0) - rate(0, 1));
    for (int j = 0; j < 3; ++j) {
        way.stretch.col(j) = change.col(j) - way.turn.cross(Vec3(linear.col(j)));
    }
    if (way.is_straight()) {
        way.turn.setZero();
        way.stretch = change;
    }
    return way;
}

AffineWay way_between(const Affine& start, const Affine& end) {
    const Mat3 linear = linear_part(start);
    const Mat3 turned = nearest_rotation(linear_part(end)) * nearest_rotation(linear).transpose();
    const Eigen::AngleAxisd rotation(turned);
    AffineWay way;
    way.shift = end.head<3>() - start.head<3>();
    way.turn = rotation.angle() * rotation.axis();
    way.stretch = turned.transpose() * linear_part(end) - linear;
    return way;
}

Affine moved_along(const Affine& placement, const AffineWay& way, double share) {
    const Mat3 stretched = linear_part(placement) + share * way.stretch;
    Affine moved;
    moved.head<3>() = placement.head<3>() + share * way.shift;
    const Mat3 linear = exponential(share * way.turn) * stretched;
    moved.tail<9>() = linear.reshaped();
    return moved;
}

}  // namespace touchstone
