#pragma once

#include "methods/base/types.h"
#include "methods/continuous/support_shape.h"

namespace touchstone {

/// The placement of an affine body: x = linear X + offset, X in body frame, x in world frame [m].
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

/// Returns the placement at a time in [0, 1].
AffinePlacement placement_at(const AffineMotion& motion, double time);

/// Returns the motion from one placement at t = 0 to another at t = 1.
AffineMotion motion_between(const AffinePlacement& start, const AffinePlacement& end);

/// Throws Error naming the part of the motion that is not finite or beyond 1e100.
void validate(const AffineMotion& motion);

/// Two placed convex bodies, in a frame with world axes whose origin is A's centre: a point of A is
/// linear_a X, one of B linear_b X + offset, where X is an offset of the shape. No number here
/// grows with the distance to the world's origin.
struct PlacedPair {
    const SupportShape* a = nullptr;
    const SupportShape* b = nullptr;
    Mat3 linear_a = Mat3::Identity();
    Mat3 linear_b = Mat3::Identity();
    Vec3 offset = Vec3::Zero();  ///< vector from A's centre to B's [m]
};

/// Two moving convex bodies, in the frame of PlacedPair, which moves with A's centre.
struct PairMotion {
    PlacedPair start;
    Mat3 velocity_a = Mat3::Zero();
    Mat3 velocity_b = Mat3::Zero();
    Vec3 offset_velocity = Vec3::Zero();
    Vec3 centre_a = Vec3::Zero();           ///< centre of A at t = 0, in world frame [m]
    Vec3 centre_velocity_a = Vec3::Zero();  ///< velocity of A's centre, per unit of time [m]
};

/// Places two shapes in the pair's frame. The shapes must outlive the result.
PlacedPair place_pair(const SupportShape& a, const AffinePlacement& placement_a,
                      const SupportShape& b, const AffinePlacement& placement_b);

/// Makes the relative motion of two bodies. Throws Error when a motion or shape is beyond what
/// `validate` admits, or when the bodies move more than 1e60 times their size. The shapes must
/// outlive the result.
PairMotion make_pair_motion(const SupportShape& a, const AffineMotion& motion_a,
                            const SupportShape& b, const AffineMotion& motion_b);

/// Returns the pair as placed at a time in [0, 1].
PlacedPair pair_at(const PairMotion& motion, double time);

/// Places a pair made by `pair_at` for the same motion at another time.
void place_at(const PairMotion& motion, double time, PlacedPair& pair);

/// Returns the product of a matrix and a vector: Eigen's own is a call of a function, which costs
/// more than the product where a search makes dozens.
[[gnu::always_inline]] inline Vec3 times(const Mat3& m, const Vec3& x) {
    return {m(0, 0) * x[0] + m(0, 1) * x[1] + m(0, 2) * x[2],
            m(1, 0) * x[0] + m(1, 1) * x[1] + m(1, 2) * x[2],
            m(2, 0) * x[0] + m(2, 1) * x[1] + m(2, 2) * x[2]};
}

/// Returns the product of a transposed matrix and a vector in the same way.
[[gnu::always_inline]] inline Vec3 transposed_times(const Mat3& m, const Vec3& x) {
    return {m(0, 0) * x[0] + m(1, 0) * x[1] + m(2, 0) * x[2],
            m(0, 1) * x[0] + m(1, 1) * x[1] + m(2, 1) * x[2],
            m(0, 2) * x[0] + m(1, 2) * x[1] + m(2, 2) * x[2]};
}

/// Returns the velocities in the form of placements: points of A move by velocity_a X per unit of
/// time.
PlacedPair velocities_of(const PairMotion& motion);

/// Returns a bound on every coordinate of the placed pair, in its frame [m].
double pair_size(const PlacedPair& pair);

}  // namespace touchstone
