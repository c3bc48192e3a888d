#include "rigid_solver/barrier/bodies/affine_body.h"

#include <cmath>

namespace touchstone {
namespace {

/// Returns A⁻ᵀ of an invertible matrix A, from the cross products of its columns.
Mat3 inverse_transpose(const Mat3& matrix) {
    const Vec3 a = matrix.col(0);
    const Vec3 b = matrix.col(1);
    const Vec3 c = matrix.col(2);
    const Vec3 bc = b.cross(c);
    const double determinant = a.dot(bc);
    Mat3 result;
    result.col(0) = bc / determinant;
    result.col(1) = c.cross(a) / determinant;
    result.col(2) = a.cross(b) / determinant;
    return result;
}

}  // namespace

// The orthogonal factor of the polar decomposition, by Newton's iteration R ← ½ (R + R⁻ᵀ), which
// doubles the number of right digits in each round. Higham [1986].
Mat3 nearest_rotation(const Mat3& linear) {
    constexpr int kMostSteps = 60;  // three are usual, since bodies are nearly rigid
    constexpr double kSmallChange = 1e-15;
    Mat3 rotation = linear;
    for (int i = 0; i < kMostSteps; ++i) {
        const Mat3 next = 0.5 * (rotation + inverse_transpose(rotation));
        const double change = (next - rotation).cwiseAbs().maxCoeff();
        rotation = next;
        if (!(change > kSmallChange)) {
            break;
        }
    }
    return rotation;
}

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
    // S = ∫ρ X Xᵀ follows from the inertia tensor J = tr(S) 1 − S, whose trace is 2 tr S.
    affine.second_moment = 0.5 * body.inertia.trace() * Mat3::Identity() - body.inertia;
    const Vec3& spin = body.state.angular_velocity;
    affine.velocity.head<3>() = body.state.linear_velocity;
    for (int j = 0; j < 3; ++j) {
        affine.velocity.segment<3>(3 + 3 * j) = spin.cross(Vec3(rotation.col(j)));
    }
    return affine;
}

Mat3 linear_part(const Affine& placement) { return Eigen::Map<const Mat3>(placement.data() + 3); }

void place_points(const AffineBody& body, const Affine& placement, std::vector<Vec3>& points) {
    const Mat3 linear = linear_part(placement);
    const Vec3 offset = placement.head<3>();
    points.resize(body.surface.points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = linear * body.surface.points[i] + offset;
    }
}

std::vector<Vec3> placed_points(const AffineBody& body, const Affine& placement) {
    std::vector<Vec3> points;
    place_points(body, placement, points);
    return points;
}

BodyState rigid_state(const AffineBody& body) {
    const Mat3 linear = linear_part(body.placement);
    const Mat3 rate = linear_part(body.velocity) * inverse_transpose(linear).transpose();
    return rigid_state(
        body, nearest_rotation(linear),
        0.5 * Vec3(rate(2, 1) - rate(1, 2), rate(0, 2) - rate(2, 0), rate(1, 0) - rate(0, 1)));
}

BodyState rigid_state(const AffineBody& body, const Mat3& rotation, const Vec3& spin) {
    BodyState state;
    state.center_of_mass = body.center_of_mass;
    state.world_from_body.rotation = Quat(rotation).normalized();
    state.world_from_body.translation =
        body.placement.head<3>() -
        state.world_from_body.rotation.toRotationMatrix() * body.center_of_mass;
    state.linear_velocity = body.velocity.head<3>();
    state.angular_velocity = spin;
    return state;
}

Affine mass_times(const AffineBody& body, const Affine& vector) {
    Affine result;
    result.head<3>() = body.mass * vector.head<3>();
    Eigen::Map<Mat3>(result.data() + 3) = linear_part(vector) * body.second_moment;
    return result;
}

AffineMatrix mass_matrix(const AffineBody& body) {
    AffineMatrix mass = AffineMatrix::Zero();
    for (int i = 0; i < 3; ++i) {
        mass(i, i) = body.mass;
        for (int j = 0; j < 3; ++j) {
            for (int l = 0; l < 3; ++l) {
                mass(3 + 3 * j + i, 3 + 3 * l + i) = body.second_moment(j, l);
            }
        }
    }
    return mass;
}

namespace {

/// Returns AᵀA − 1, twice the Green strain.
Mat3 shape_strain(const Mat3& linear) {
    Mat3 strain = linear.transpose() * linear;
    for (int i = 0; i < 3; ++i) {
        strain(i, i) -= 1.0;
    }
    return strain;
}

}  // namespace

double shape_energy_value(const Mat3& linear, double stiffness) {
    return stiffness * shape_strain(linear).squaredNorm();
}

ShapeEnergy shape_energy(const Mat3& linear, double stiffness) {
    const Mat3 strain = shape_strain(linear);
    const double scale = 4.0 * stiffness;
    ShapeEnergy energy;
    energy.value = stiffness * strain.squaredNorm();
    for (int l = 0; l < 3; ++l) {
        for (int k = 0; k < 3; ++k) {
            const int column = 3 * l + k;
            energy.gradient[column] = scale * linear.row(k).dot(strain.col(l));
            for (int j = 0; j < 3; ++j) {
                for (int i = 0; i < 3; ++i) {
                    double entry = linear(i, l) * linear(k, j);
                    entry += i == k ? strain(j, l) : 0.0;
                    entry += j == l ? linear.row(i).dot(linear.row(k)) : 0.0;
                    energy.hessian(3 * j + i, column) = scale * entry;
                }
            }
        }
    }
    return energy;
}

}  // namespace touchstone
