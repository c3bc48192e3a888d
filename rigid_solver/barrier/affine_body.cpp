#include "rigid_solver/barrier/affine_body.h"

#include <Eigen/LU>
#include <Eigen/SVD>

namespace touchstone {

AffineBody make_affine_body(const RigidBody& body, const SurfaceMesh& surface, double volume,
                            BarrierPrimitives primitives) {
    AffineBody affine;
    affine.name = body.name;
    affine.fixed = body.fixed;
    affine.mass = body.mass;
    affine.volume = volume;
    affine.center_of_mass = body.state.center_of_mass;
    std::vector<Vec3> points;
    points.reserve(surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        points.push_back(vertex - affine.center_of_mass);
    }
    affine.surface = make_barrier_surface(points, surface.triangles, primitives);
    const Mat3 rotation = body.state.world_from_body.rotation.toRotationMatrix();
    affine.placement.head<3>() = body.state.world_from_body * body.state.center_of_mass;
    affine.placement.tail<9>() = rotation.reshaped();
    if (body.fixed) {
        return affine;
    }
    affine.second_moment = 0.5 * body.inertia.trace() * Mat3::Identity() - body.inertia;
    const Vec3& spin = body.state.angular_velocity;
    affine.velocity.head<3>() = body.state.linear_velocity;
    for (int j = 0; j < 3; ++j) {
        affine.velocity.segment<3>(3 + 3 * j) = spin.cross(Vec3(rotation.col(j)));
    }
    return affine;
}

Mat3 linear_part(const Affine& placement) { return Eigen::Map<const Mat3>(placement.data() + 3); }

std::vector<Vec3> placed_points(const AffineBody& body, const Affine& placement) {
    const Mat3 linear = linear_part(placement);
    const Vec3 offset = placement.head<3>();
    std::vector<Vec3> points;
    points.reserve(body.surface.points.size());
    for (const Vec3& point : body.surface.points) {
        points.push_back(linear * point + offset);
    }
    return points;
}

BodyState rigid_state(const AffineBody& body) {
    const Mat3 linear = linear_part(body.placement);
    const Eigen::JacobiSVD<Mat3> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Mat3 rotation = svd.matrixU() * svd.matrixV().transpose();
    BodyState state;
    state.center_of_mass = body.center_of_mass;
    state.world_from_body.rotation = Quat(rotation).normalized();
    state.world_from_body.translation =
        body.placement.head<3>() -
        state.world_from_body.rotation.toRotationMatrix() * body.center_of_mass;
    state.linear_velocity = body.velocity.head<3>();
    const Mat3 rate = linear_part(body.velocity) * linear.inverse();
    state.angular_velocity =
        0.5 * Vec3(rate(2, 1) - rate(1, 2), rate(0, 2) - rate(2, 0), rate(1, 0) - rate(0, 1));
    return state;
}

AffineMatrix mass_matrix(const AffineBody& body) {
    AffineMatrix mass = AffineMatrix::Zero();
    mass.topLeftCorner<3, 3>() = body.mass * Mat3::Identity();
    for (int j = 0; j < 3; ++j) {
        for (int l = 0; l < 3; ++l) {
            mass.block<3, 3>(3 + 3 * j, 3 + 3 * l) = body.second_moment(j, l) * Mat3::Identity();
        }
    }
    return mass;
}

double shape_energy_value(const Mat3& linear, double stiffness) {
    return stiffness * (linear.transpose() * linear - Mat3::Identity()).squaredNorm();
}

ShapeEnergy shape_energy(const Mat3& linear, double stiffness) {
    const Mat3 strain = linear.transpose() * linear - Mat3::Identity();
    const Mat3 outer = linear * linear.transpose();
    ShapeEnergy energy;
    energy.value = stiffness * strain.squaredNorm();
    const Mat3 slope = 4.0 * stiffness * linear * strain;
    energy.gradient = slope.reshaped();
    for (int j = 0; j < 3; ++j) {
        for (int l = 0; l < 3; ++l) {
            Mat3 block =
                strain(j, l) * Mat3::Identity() + linear.col(l) * linear.col(j).transpose();
            if (j == l) {
                block += outer;
            }
            energy.hessian.block<3, 3>(3 * j, 3 * l) = 4.0 * stiffness * block;
        }
    }
    return energy;
}

}  // namespace touchstone
