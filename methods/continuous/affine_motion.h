#pragma once

#include "methods/base/types.h"
#include "methods/continuous/support_shape.h"

namespace touchstone {

/// Where an affine body is: x = linear X + offset, X in body frame, x in world frame [m].
struct AffinePlacement {
    Mat3 linear = Mat3::Identity();
    Vec3 offset = Vec3::Zero();
};

/// The constant affine motion of a body: x(t) = (Ā + t A) X + v̄ + t v, t in [0, 1].
/// Yuan, Xiang, Yang and Su [2025], Eq. (6). Points move on straight lines.
struct AffineMotion {
    Mat3 linear = Mat3::Identity();       ///< Ā, at t = 0
    Mat3 linear_velocity = Mat3::Zero();  ///< A, per unit of time
    Vec3 offset = Vec3::Zero();           ///< v̄, at t = 0 [m]
    Vec3 offset_velocity = Vec3::Zero();  ///< v, per unit of time [m]
};

AffinePlacement placement_at(const AffineMotion& motion, double time);

/// The motion that leads from one placement at t = 0 to the other at t = 1.
AffineMotion motion_between(const AffinePlacement& start, const AffinePlacement& end);

/// Throws Error naming the part of the motion that is not finite or beyond 1e100.
void validate(const AffineMotion& motion);

/// Two convex bodies as they stand, in a frame with world axes whose origin is A's centre: a point
/// of A is linear_a X, one of B linear_b X + offset, X an offset of the shape. Nothing here grows
/// with the distance to the world's origin.
struct PlacedPair {
    const SupportShape* a = nullptr;
    const SupportShape* b = nullptr;
    Mat3 linear_a = Mat3::Identity();
    Mat3 linear_b = Mat3::Identity();
    Vec3 offset = Vec3::Zero();  ///< from A's centre to B's [m]
};

/// Two convex bodies in motion, in the frame of PlacedPair, which goes along with A's centre.
struct PairMotion {
    PlacedPair start;
    Mat3 velocity_a = Mat3::Zero();
    Mat3 velocity_b = Mat3::Zero();
    Vec3 offset_velocity = Vec3::Zero();
    Vec3 centre_a = Vec3::Zero();           ///< A's centre at t = 0, in world frame [m]
    Vec3 centre_velocity_a = Vec3::Zero();  ///< and its velocity, per unit of time [m]
};

/// The shapes must outlive the result.
PlacedPair place_pair(const SupportShape& a, const AffinePlacement& placement_a,
                      const SupportShape& b, const AffinePlacement& placement_b);

/// Throws Error when a motion or shape is beyond what `validate` admits, or when the bodies move
/// more than 1e60 times their size. The shapes must outlive the result.
PairMotion make_pair_motion(const SupportShape& a, const AffineMotion& motion_a,
                            const SupportShape& b, const AffineMotion& motion_b);

PlacedPair pair_at(const PairMotion& motion, double time);

/// The velocities as if they were places: points of A move by velocity_a X per unit of time.
PlacedPair velocities_of(const PairMotion& motion);

/// No coordinate of the placed pair, in its frame, is larger than this [m].
double pair_size(const PlacedPair& pair);

}  // namespace touchstone
