#include "rigid_solver/barrier/bodies/elastic_body.h"

#include "methods/base/error.h"
#include "methods/elastic/principal_stretches.h"

namespace touchstone {
namespace {

/// Returns the mass of all vertices [kg].
double total_mass(const ElasticTets& solid) {
    double sum = 0.0;
    for (const double mass : solid.masses) {
        sum += mass;
    }
    return sum;
}

/// Returns the mean of vectors at the vertices, weighed by mass.
Vec3 mass_mean(const ElasticTets& solid, std::span<const Vec3> vectors) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t v = 0; v < vectors.size(); ++v) {
        sum += solid.masses[v] * vectors[v];
    }
    return sum / total_mass(solid);
}

/// Returns Σ m (y − mean) Xᵀ of vectors y at the vertices.
Mat3 moment_with(const ElasticBody& body, std::span<const Vec3> vectors, const Vec3& mean) {
    Mat3 sum = Mat3::Zero();
    for (std::size_t v = 0; v < vectors.size(); ++v) {
        sum += body.solid.masses[v] * (vectors[v] - mean) * body.rest[v].transpose();
    }
    return sum;
}

/// Returns the angular velocity of the rotation U Vᵀ of A = U diag(s) Vᵀ [rad/s]: with M = Uᵀ Ȧ V
/// its part about axis k of U is (M_ji − M_ij)/(s_i + s_j).
Vec3 turning_of(const PrincipalStretches& parts, const Mat3& rate) {
    constexpr double kLeastTurningSum = 1e-3;  // least s_i + s_j, in shares of the largest [-]
    const Mat3 along = parts.u.transpose() * rate * parts.v;
    Vec3 turning = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        const double sum = parts.stretches[i] + parts.stretches[j];
        if (sum > kLeastTurningSum * parts.stretches[0]) {
            turning[k] = (along(j, i) - along(i, j)) / sum;
        }
    }
    return parts.u * turning;
}

/// Makes the tets of a shape; its errors name the body.
ElasticTets make_named_tets(const ElasticShape& shape, const std::string& name) {
    try {
        return make_elastic_tets(shape.rest, shape.material, shape.density);
    } catch (const MeshError& error) {
        throw MeshError("body '" + name + "': " + error.what());
    } catch (const UsageError& error) {
        throw UsageError("body '" + name + "': elastic, " + error.what());
    }
}

}  // namespace

ElasticBody make_elastic_body(const ElasticShape& shape, const AffineBody& affine) {
    ElasticBody body;
    body.solid = make_named_tets(shape, affine.name);
    body.rest_center = mass_mean(body.solid, shape.rest.vertices) - affine.center_of_mass;
    const Mat3 linear = linear_part(affine.placement);
    const Mat3 rate = linear_part(affine.velocity);
    const std::size_t count = shape.rest.vertices.size();
    body.rest.reserve(count);
    body.places.reserve(count);
    body.velocities.reserve(count);
    for (const Vec3& vertex : shape.rest.vertices) {
        const Vec3 arm = vertex - affine.center_of_mass;
        body.rest.emplace_back(arm - body.rest_center);
        body.places.emplace_back(affine.placement.head<3>() + linear * arm);
        body.velocities.emplace_back(affine.velocity.head<3>() + rate * arm);
    }
    body.accelerations.assign(count, Vec3::Zero());
    body.held.assign(count, false);
    for (const int vertex : shape.held) {
        body.held[vertex] = true;
        body.velocities[vertex] = Vec3::Zero();
    }
    body.driven = shape.driven;
    body.vertex_of.reserve(affine.surface.mesh_vertex.size());
    for (const int vertex : affine.surface.mesh_vertex) {
        body.vertex_of.push_back(shape.vertex_of[vertex]);
    }
    return body;
}

void fit_affine(const ElasticBody& body, AffineBody& affine) {
    // Least squares: minimising Σ m |x − c − A X|² over A gives A = (Σ m (x − c) Xᵀ)(Σ m X Xᵀ)⁻¹.
    const Mat3 inverse = moment_with(body, body.rest, Vec3::Zero()).inverse();
    const Vec3 center = mass_mean(body.solid, body.places);
    const Vec3 speed = mass_mean(body.solid, body.velocities);
    const Mat3 linear = moment_with(body, body.places, center) * inverse;
    const Mat3 rate = moment_with(body, body.velocities, speed) * inverse;
    affine.placement.head<3>() = center - linear * body.rest_center;
    affine.placement.tail<9>() = linear.reshaped();
    affine.velocity.head<3>() = speed - rate * body.rest_center;
    affine.velocity.tail<9>() = rate.reshaped();
}

BodyState deformed_state(const AffineBody& body) {
    const PrincipalStretches parts = principal_stretches(linear_part(body.placement));
    return rigid_state(body, rotation_part(parts), turning_of(parts, linear_part(body.velocity)));
}

void restore(ElasticBody& body, const ElasticMemory& memory, bool accelerates,
             const std::string& name) {
    const std::size_t count = body.places.size();
    if (memory.places.size() != count || memory.velocities.size() != count) {
        throw Error("a motion cannot be gone on from without the " + std::to_string(count) +
                    " vertices of elastic body '" + name + "'; simulate it from the start");
    }
    if (body.solid.model == ElasticModel::NeoHookean &&
        deformation_of(body.solid, memory.places).inverted > 0) {
        throw Error("a motion cannot be gone on from where a tet of elastic body '" + name +
                    "' is inside out; simulate it from the start");
    }
    if (accelerates && memory.accelerations.size() != count) {
        throw Error(
            "a motion by Newmark's rule cannot be gone on from without the accelerations of "
            "the vertices of elastic body '" +
            name + "', which are not there; simulate it from the start");
    }
    body.places = memory.places;
    body.velocities = memory.velocities;
    if (accelerates) {
        body.accelerations = memory.accelerations;
    }
}

double kinetic_energy(const ElasticBody& body) {
    double sum = 0.0;
    for (std::size_t v = 0; v < body.velocities.size(); ++v) {
        sum += 0.5 * body.solid.masses[v] * body.velocities[v].squaredNorm();
    }
    return sum;
}

}  // namespace touchstone
