#include "rigid_solver/events/contact_factor.h"

#include <cmath>

namespace touchstone {
namespace {

/// Returns L with L Lᵀ equal to a positive definite matrix: Cholesky.
Mat3 lower_factor(const Mat3& matrix) {
    Mat3 lower = Mat3::Zero();
    for (int j = 0; j < 3; ++j) {
        for (int i = j; i < 3; ++i) {
            double rest = matrix(i, j);
            for (int k = 0; k < j; ++k) {
                rest -= lower(i, k) * lower(j, k);
            }
            lower(i, j) = i == j ? std::sqrt(rest) : rest / lower(j, j);
        }
    }
    return lower;
}

/// Returns L⁻¹ v.
Vec3 forward(const Mat3& lower, const Vec3& v) {
    const double x = v.x() / lower(0, 0);
    const double y = (v.y() - lower(1, 0) * x) / lower(1, 1);
    return {x, y, (v.z() - lower(2, 0) * x - lower(2, 1) * y) / lower(2, 2)};
}

/// Returns L⁻ᵀ v.
Vec3 backward(const Mat3& lower, const Vec3& v) {
    const double z = v.z() / lower(2, 2);
    const double y = (v.y() - lower(2, 1) * z) / lower(1, 1);
    return {(v.x() - lower(1, 0) * y - lower(2, 0) * z) / lower(0, 0), y, z};
}

}  // namespace

MassMetric mass_metric(std::span<const RigidBody> bodies) {
    MassMetric metric;
    for (const RigidBody& body : bodies) {
        metric.first_row.push_back(body.fixed ? -1 : metric.rows);
        metric.rows += body.fixed ? 0 : 6;
        metric.root_mass.push_back(body.fixed ? 1.0 : std::sqrt(body.mass));
        metric.lower.push_back(body.fixed
                                   ? Mat3(Mat3::Identity())
                                   : lower_factor(world_inertia(body, body.state.world_from_body)));
        metric.centre.push_back(body.state.world_from_body * body.state.center_of_mass);
    }
    return metric;
}

Eigen::MatrixXd contact_factor(const MassMetric& metric, std::span<const EventContact> contacts) {
    Eigen::MatrixXd factor =
        Eigen::MatrixXd::Zero(metric.rows, static_cast<int>(std::ssize(contacts)));
    for (int j = 0; j < std::ssize(contacts); ++j) {
        const EventContact& contact = contacts[j];
        const auto put = [&](int body, const Vec3& point, double sign) {
            const int row = metric.first_row[body];
            if (row < 0) {
                return;
            }
            // Column of G⁻¹ Jᵀ with G = diag(√m, L): the force n over √m, its torque through L⁻¹.
            const Vec3 push = sign * contact.normal;
            factor.block<3, 1>(row, j) = push / metric.root_mass[body];
            factor.block<3, 1>(row + 3, j) =
                forward(metric.lower[body], Vec3(point - metric.centre[body]).cross(push));
        };
        put(contact.body_a, contact.point_a, -1.0);
        put(contact.body_b, contact.point_b, 1.0);
    }
    return factor;
}

Eigen::VectorXd metric_velocities(const MassMetric& metric, std::span<const RigidBody> bodies) {
    Eigen::VectorXd motion(metric.rows);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const int row = metric.first_row[i];
        if (row >= 0) {
            const BodyState& state = bodies[i].state;
            motion.segment<3>(row) = metric.root_mass[i] * state.linear_velocity;
            motion.segment<3>(row + 3) = metric.lower[i].transpose() * state.angular_velocity;
        }
    }
    return motion;
}

Eigen::VectorXd free_accelerations(const MassMetric& metric, std::span<const RigidBody> bodies,
                                   const Vec3& gravity) {
    Eigen::VectorXd motion(metric.rows);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const int row = metric.first_row[i];
        if (row >= 0) {
            const Vec3& turning = bodies[i].state.angular_velocity;
            const Mat3& lower = metric.lower[i];
            // Euler's equations: I α = −ω × I ω, so that Lᵀ α = −L⁻¹ (ω × I ω).
            const Vec3 spin = lower * Vec3(lower.transpose() * turning);
            motion.segment<3>(row) = metric.root_mass[i] * gravity;
            motion.segment<3>(row + 3) = -forward(lower, turning.cross(spin));
        }
    }
    return motion;
}

BodyChange change_of(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& motion,
                     int body) {
    const int row = metric.first_row[body];
    if (row < 0) {
        return {};
    }
    return {motion.segment<3>(row) / metric.root_mass[body],
            backward(metric.lower[body], motion.segment<3>(row + 3))};
}

void set_velocities(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& motion,
                    std::vector<RigidBody>& bodies) {
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (metric.first_row[i] >= 0) {
            const BodyChange change = change_of(metric, motion, i);
            bodies[i].state.linear_velocity = change.linear;
            bodies[i].state.angular_velocity = change.angular;
        }
    }
}

void displace(const MassMetric& metric, const Eigen::Ref<const Eigen::VectorXd>& displacement,
              std::vector<RigidBody>& bodies) {
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (metric.first_row[i] >= 0) {
            const BodyChange change = change_of(metric, displacement, i);
            // A displacement is a velocity kept for a unit of time.
            BodyState moved = bodies[i].state;
            moved.linear_velocity = change.linear;
            moved.angular_velocity = change.angular;
            bodies[i].state.world_from_body = advance(moved, 1.0);
        }
    }
}

}  // namespace touchstone
