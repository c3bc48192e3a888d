#include "rigid_solver/barrier/bodies/affine_way.h"

namespace touchstone {
namespace {

constexpr double kStraightTurn = 1e-6;  // rotation that a straight path strains by 5e-13 [rad]

/// Returns the rotation about an axis by an angle, given as their product [rad].
Mat3 exponential(const Vec3& turn) {
    const double angle = turn.norm();
    return angle > 0.0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix()
                       : Mat3(Mat3::Identity());
}

/// Returns [v], the matrix of the cross product: [v] x = v × x.
Mat3 product_matrix(const Vec3& v) {
    Mat3 matrix;
    matrix << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
    return matrix;
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

void set_pivot(AffineWay& way, const Affine& direction, const Vec3& pivot) {
    way.pivot = pivot;
    way.shift = direction.head<3>() + linear_part(direction) * pivot;
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
    const Mat3 start = linear_part(placement);
    const Mat3 linear = exponential(share * way.turn) * (start + share * way.stretch);
    Affine moved;
    moved.head<3>() = placement.head<3>() + share * way.shift - (linear - start) * way.pivot;
    moved.tail<9>() = linear.reshaped();
    return moved;
}

// Along the path A has the second derivative 2 Ω dA − Ω² A with Ω = [ω], ω = ½ Σ_j a_j × da_j, and
// p has the same times −Y. Let G be the energy's gradient by A less that by p times Yᵀ, and P = ½
// (A Gᵀ + G Aᵀ): then the energy's second derivative gains 2 ω·Σ_j da_j × g_j − ωᵀ (P − tr P) ω.
Eigen::Matrix<double, 9, 9> turn_hessian(const Mat3& linear, const Affine& gradient,
                                         const Vec3& pivot) {
    const Mat3 pull = linear_part(gradient) - gradient.head<3>() * pivot.transpose();
    Eigen::Matrix<double, 3, 9> turn;
    Eigen::Matrix<double, 3, 9> moment;
    for (int j = 0; j < 3; ++j) {
        turn.middleCols<3>(3 * j) = 0.5 * product_matrix(linear.col(j));
        moment.middleCols<3>(3 * j) = -product_matrix(pull.col(j));
    }
    const Mat3 product = linear * pull.transpose();
    Mat3 middle = -0.5 * (product + product.transpose());
    middle.diagonal().array() += product.trace();
    const Eigen::Matrix<double, 9, 9> half = turn.transpose() * (moment + 0.5 * middle * turn);
    return half + half.transpose();
}

}  // namespace touchstone
