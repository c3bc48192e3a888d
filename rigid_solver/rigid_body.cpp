#include "rigid_solver/rigid_body.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <sstream>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr double kUnitTolerance = 1e-9;      // deviation of a quaternion's length
                                             // due to rounding, with a margin [-]
constexpr double kSymmetryTolerance = 1e-9;  // asymmetry of an inertia, relative
                                             // to its largest entry [-]

[[noreturn]] void refuse(const RigidBody& body, const std::string& what) {
    throw Error("body '" + body.name + "': " + what);
}

std::string text(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

void check_state(const RigidBody& body) {
    const BodyState& state = body.state;
    if (!state.world_from_body.translation.allFinite() ||
        !state.world_from_body.rotation.coeffs().allFinite() || !state.center_of_mass.allFinite()) {
        refuse(body, "its pose is not finite; give it a position and an orientation");
    }
    if (std::abs(state.world_from_body.rotation.norm() - 1.0) > kUnitTolerance) {
        refuse(body, "its orientation is no unit quaternion, but of length " +
                         text(state.world_from_body.rotation.norm()));
    }
    if (!state.linear_velocity.allFinite() || !state.angular_velocity.allFinite()) {
        refuse(body, "its velocity is not finite; give it numbers in m/s and rad/s");
    }
}

void check_mass(const RigidBody& body) {
    if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
        refuse(body, "its mass is " + text(body.mass) +
                         " kg; give it a mass or density above 0, or make it fixed");
    }
    const Mat3& inertia = body.inertia;
    const double largest = inertia.cwiseAbs().maxCoeff();
    const Mat3 skew = inertia - inertia.transpose();
    const Eigen::LLT<Mat3> cholesky(inertia);
    if (!inertia.allFinite() || skew.cwiseAbs().maxCoeff() > kSymmetryTolerance * largest ||
        cholesky.info() != Eigen::Success) {
        refuse(body, "its inertia is not symmetric positive definite; a solid's always is");
    }
}

}  // namespace

void validate(std::span<const RigidBody> bodies) {
    for (const RigidBody& body : bodies) {
        check_state(body);
        if (!body.fixed) {
            check_mass(body);
        }
    }
}

std::vector<Pose> body_poses(std::span<const RigidBody> bodies) {
    std::vector<Pose> poses;
    poses.reserve(bodies.size());
    for (const RigidBody& body : bodies) {
        poses.push_back(body.state.world_from_body);
    }
    return poses;
}

Mat3 world_inertia(const RigidBody& body, const Pose& pose) {
    const Mat3 rotation = pose.rotation.toRotationMatrix();
    return rotation * body.inertia * rotation.transpose();
}

Energy energy(std::span<const RigidBody> bodies, const Vec3& gravity) {
    Energy sum;
    for (const RigidBody& body : bodies) {
        if (body.fixed) {
            continue;
        }
        const BodyState& state = body.state;
        const Vec3 spin = world_inertia(body, state.world_from_body) * state.angular_velocity;
        const Vec3 center = state.world_from_body * state.center_of_mass;
        sum.kinetic += 0.5 * (body.mass * state.linear_velocity.squaredNorm() +
                              state.angular_velocity.dot(spin));
        sum.potential -= body.mass * gravity.dot(center);
    }
    return sum;
}

Momentum momentum(std::span<const RigidBody> bodies) {
    Momentum sum;
    for (const RigidBody& body : bodies) {
        if (body.fixed) {
            continue;
        }
        const BodyState& state = body.state;
        const Vec3 linear = body.mass * state.linear_velocity;
        const Vec3 center = state.world_from_body * state.center_of_mass;
        sum.linear += linear;
        sum.angular += center.cross(linear) +
                       world_inertia(body, state.world_from_body) * state.angular_velocity;
    }
    return sum;
}

}  // namespace touchstone
