#pragma once

#include "rigid_solver/barrier/affine_body.h"

namespace touchstone {

/// A way of a body on which it turns as a rigid one does, about a pivot that goes straight:
///     A(t) = Exp(t turn)(A + t stretch),  p(t) = p + A Y + t shift − A(t) Y,  Y the pivot.
/// A straight way of the twelve unknowns would stretch a body that turns by θ by θ²/2,
/// and so stiff a body lets that happen only in many small steps.
struct AffineWay {
    Vec3 pivot = Vec3::Zero();    ///< in the body's frame [m]
    Vec3 shift = Vec3::Zero();    ///< of the pivot [m]
    Vec3 turn = Vec3::Zero();     ///< axis times angle, world frame [rad]
    Mat3 stretch = Mat3::Zero();  ///< change of A before the turn [-]

    /// Returns true where it differs from a straight way by no more than rounding leaves.
    bool is_straight() const;
};

/// Returns the way about the centre of mass that begins in a direction: its turn is the part of dA
/// Aᵀ that rotates, A being nearly a rotation.
AffineWay way_along(const Affine& placement, const Affine& direction);

/// Lets the way turn about another pivot; it begins in the same direction.
void set_pivot(AffineWay& way, const Affine& direction, const Vec3& pivot);

/// Returns the way about the centre of mass that ends at a placement, with a turn of at most π.
AffineWay way_between(const Affine& start, const Affine& end);

/// Returns where a body is at the share `share` of its way.
Affine moved_along(const Affine& placement, const AffineWay& way, double share);

/// Returns what the second derivative of an energy along a way has beyond that of a straight way
/// that begins in the same direction, as a quadratic form of the change of A, column by column.
/// `gradient`: that of the energy by the body's unknowns.
Eigen::Matrix<double, 9, 9> turn_hessian(const Mat3& linear, const Affine& gradient,
                                         const Vec3& pivot);

}  // namespace touchstone
