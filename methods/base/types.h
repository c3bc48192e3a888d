#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

namespace touchstone {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

/// A number that nobody has set yet: forgetting it shows.
inline constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

/// A rigid placement. `world_from_body` reads: p_world = world_from_body * p_body.
struct Pose {
    Quat rotation = Quat::Identity();  ///< unit length
    Vec3 translation = Vec3::Zero();   ///< [m]
};

/// R p + t. A quaternion of zeros and ones gives an exact rotation matrix, so exact coordinates
/// stay exact.
inline Vec3 operator*(const Pose& pose, const Vec3& point) {
    return pose.rotation.toRotationMatrix() * point + pose.translation;
}

/// first ∘ second: (first * second) * p = first * (second * p).
inline Pose operator*(const Pose& first, const Pose& second) {
    return {first.rotation * second.rotation, first * second.translation};
}

}  // namespace touchstone
