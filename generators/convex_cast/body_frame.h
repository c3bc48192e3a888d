#pragma once

#include "generators/convex_cast/cast_state.h"

namespace touchstone {

/// The motion of one body (`other`) as seen from the frame that a body (the reference) carries with
/// it from time T on, with the plane that separates them at T. World axes, origin at the
/// reference's centre. Yuan et al. [2025], §5.1.
struct BodyFrame {
    bool exists = false;  ///< false: the reference is too flat at T to have a frame
    const SupportShape* other = nullptr;
    Mat3 placement = Mat3::Zero();  ///< linear part at T: a point of the other
                                    ///< body is x = placement X + offset
    Vec3 offset = Vec3::Zero();
    Mat3 velocity = Mat3::Zero();  ///< velocity in world frame relative to the reference's centre:
    Vec3 offset_velocity = Vec3::Zero();  ///< ẋ = velocity X + offset_velocity
    Mat3 rate = Mat3::Zero();             ///< A′ of the reference: it stretches as I + t A′
    Mat3 other_rate = Mat3::Zero();       ///< A′ of the other body; zero when it is too flat
    bool has_other_rate = false;
    Vec3 normal = Vec3::UnitX();  ///< unit vector from the reference to the other body
    double plane = 0.0;           ///< P: largest coordinate of the reference along the normal [m]
    Vec3 centre = Vec3::Zero();   ///< centre of the reference in world frame at T [m]
    Vec3 centre_velocity = Vec3::Zero();
    double condition = 1.0;  ///< condition of the reference's matrix, times a few: error growth
};

/// Sets up the frame of A or B at the state's time.
BodyFrame make_body_frame(const CastState& state, bool reference_is_b);

/// Returns the largest singular value, rounded up.
double spectral_norm(const Mat3& matrix);

}  // namespace touchstone
