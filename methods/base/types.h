#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

namespace touchstone {

/// A point or vector in space.
using Vec3 = Eigen::Vector3d;
/// A matrix that acts on these.
using Mat3 = Eigen::Matrix3d;
/// A rotation, unless stated otherwise of unit length.
using Quat = Eigen::Quaterniond;

/// The value of a number that has not been set: as NaN it shows when it is used.
inline constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

/// A rigid placement. `world_from_body` reads: p_world = world_from_body * p_body.
struct Pose {
    Quat rotation = Quat::Identity();  ///< unit length
    Vec3 translation = Vec3::Zero();   ///< [m]
};

/// Maps a point: R p + t. A quaternion of zeros and ones gives an exact rotation matrix, so exact
/// coordinates stay exact.
inline Vec3 operator*(const Pose& pose, const Vec3& point) {
    return pose.rotation.toRotationMatrix() * point + pose.translation;
}

/// Returns a point of the outer frame in the inner one: p with pose * p = `point`.
inline Vec3 point_in_frame(const Pose& pose, const Vec3& point) {
    return pose.rotation.conjugate() * (point - pose.translation);
}

/// Composes placements: (first * second) * p = first * (second * p).
inline Pose operator*(const Pose& first, const Pose& second) {
    return {first.rotation * second.rotation, first * second.translation};
}

}  // namespace touchstone
