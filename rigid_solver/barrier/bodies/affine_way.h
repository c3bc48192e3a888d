#pragma once

#include "rigid_solver/barrier/bodies/affine_body.h"

namespace touchstone {

/// A path of a body on which it turns as a rigid one does, about a pivot that goes straight:
///     A(t) = Exp(t turn)(A + t stretch),  p(t) = p + A Y + t shift − A(t) Y,  Y the pivot.
/// A straight path of the twelve unknowns would stretch a body that turns by θ by θ²/2, and so
/// stiff a body lets that happen only in many small steps.
struct AffineWay {
    Vec3 pivot = Vec3::Zero();    ///< Y, in the body's frame, from the centre of mass [m]
    Vec3 shift = Vec3::Zero();    ///< motion of the pivot over the whole path, world frame [m]
    Vec3 turn = Vec3::Zero();     ///< rotation over the whole path, axis times angle, world frame
                                  ///< [rad]
    Mat3 stretch = Mat3::Zero();  ///< change of A before the rotation [-]

    /// Returns true where the path differs from a straight one by no more than rounding leaves.
    bool is_straight() const;
};

/// Returns the path that turns about the centre of mass and begins in a direction (dp, dA): its
/// rotation is that of the skew part of dA Aᵀ, A being nearly a rotation.
AffineWay way_along(const Affine& placement, const Affine& direction);

/// Lets a path turn about another pivot Y [m]; it still begins in `direction`.
void set_pivot(AffineWay& way, const Affine& direction, const Vec3& pivot);

/// Returns the path between two placements that turns about the centre of mass, by at most π.
AffineWay way_between(const Affine& start, const Affine& end);

/// Returns the placement at t = `share` of a path that begins at `placement`.
Affine moved_along(const Affine& placement, const AffineWay& way, double share);

/// Returns what the second derivative of an energy along a path has beyond that along the straight
/// path in the same direction, as a quadratic form of the change of A, column by column [J].
/// `linear`: A; `gradient`: of the energy by the body's unknowns; `pivot`: Y [m].
Eigen::Matrix<double, 9, 9> turn_hessian(const Mat3& linear, const Affine& gradient,
                                         const Vec3& pivot);

}  // namespace touchstone
