#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// An elastic solid of tets whose deformation gradient is constant in each: F = Σ_a x_a gₐᵀ with
/// the gradients gₐ of the corners' linear weights at rest. Its mass is lumped, a quarter of each
/// tet to each of its corners.
struct ElasticTets {
    ElasticModel model = ElasticModel::NeoHookean;
    LameCoefficients lame;
    std::vector<Tet> tets;
    std::vector<std::array<Vec3, 4>> gradients;  ///< gₐ, by tet [1/m]
    std::vector<double> volumes;                 ///< at rest, by tet [m³]
    std::vector<double> masses;                  ///< by vertex [kg]
};

/// Makes a solid of this rest shape. `density` [kg/m³]. Throws UsageError for a material out of
/// range, and MeshError that names the tet for one that is inverted or flat at rest.
ElasticTets make_elastic_tets(const TetMesh& rest, const ElasticMaterial& material, double density);

/// Returns F of a tet with the vertices at these places.
Mat3 deformation_gradient(const ElasticTets& solid, int tet, std::span<const Vec3> vertices);

/// Returns the energy of the solid [J]; infinite where a tet is as its model does not allow it.
double elastic_energy(const ElasticTets& solid, std::span<const Vec3> vertices);

/// The derivatives of a tet's energy by its four corners, corner by corner.
struct TetDerivatives {
    Eigen::Matrix<double, 12, 1> gradient = Eigen::Matrix<double, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 12> hessian = Eigen::Matrix<double, 12, 12>::Zero();
};
/// Returns them. `semidefinite`: whether the Hessian is made positive semidefinite.
TetDerivatives tet_derivatives(const ElasticTets& solid, int tet, std::span<const Vec3> vertices,
                               bool semidefinite);

/// Returns a time in (0, t_max] up to which every tet keeps at least a fifth of the volume that it
/// has at the start, while the vertices go straight from `start` to `end` in unit time: a bound
/// from below, since it comes from Bernstein coefficients of the volume, a cubic. Only solids whose
/// model cannot be inverted are bounded.
double inversion_bound(const ElasticTets& solid, std::span<const Vec3> start,
                       std::span<const Vec3> end, double t_max);

/// How far a solid is deformed.
struct Deformation {
    double strain = 0.0;       ///< largest |FᵀF − 1|/2 of a tet [-]
    double least_share = 1.0;  ///< smallest det F: volume over that at rest [-]
    int inverted = 0;          ///< tets with det F ≤ 0
};
/// Returns it.
Deformation deformation_of(const ElasticTets& solid, std::span<const Vec3> vertices);

}  // namespace touchstone
