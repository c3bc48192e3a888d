#pragma once

#include "rigid_solver/barrier/affine_body.h"

namespace touchstone {

/// A way of a body on which it turns as a rigid one does, x = p + t shift + Exp(t turn)(A + t
/// stretch) X. A straight way of the twelve unknowns would stretch a body that turns by θ by θ²/2,
/// and so stiff a body lets that happen only in many small steps.
struct AffineWay {
    Vec3 shift = Vec3::Zero();    ///< of the centre of mass [m]
    Vec3 turn = Vec3::Zero();     ///< axis times angle, world frame [rad]
    Mat3 stretch = Mat3::Zero();  ///< change of A before the turn [-]

    /// Returns true where it differs from a straight way by no more than rounding leaves.
    bool is_straight() const;
};

/// Returns the way that begins in a direction: its turn is the part of dA Aᵀ that rotates,
/// A being nearly a rotation.
AffineWay way_along(const Affine& placement, const Affine& direction);

/// Returns the way that ends at a placement, with a turn of at most π.
AffineWay way_between(const Affine& start, const Affine& end);

/// Returns where a body is at the share `share` of its way.
Affine moved_along(const Affine& placement, const AffineWay& way, double share);

/// Returns what the second derivative of an energy along a way has beyond that of a straight way
/// that begins in the same direction, as a quadratic form of the change of A, column by column.
/// `gradient`: that of the energy by A.
Eigen::Matrix<double, 9, 9> turn_hessian(const Mat3& linear, const Mat3& gradient);

}  // namespace touchstone
