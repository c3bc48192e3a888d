#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// An elastic solid of linear tets. The deformation gradient is constant in each: F = Σ_a x_a gₐᵀ
/// with the gradients gₐ of the corners' shape functions at rest. The mass is lumped, a quarter of
/// each tet to each of its corners.
struct ElasticTets {
    ElasticModel model = ElasticModel::NeoHookean;  ///< energy per volume
    LameCoefficients lame;                          ///< coefficients of the material
    std::vector<Tet> tets;                          ///< corners, as numbers of vertices
    std::vector<std::array<Vec3, 4>> gradients;     ///< gₐ, by tet [1/m]
    std::vector<double> volumes;                    ///< volume at rest, by tet [m³]
    std::vector<double> masses;                     ///< lumped mass, by vertex [kg]
};

/// Makes a solid with this shape without strain [m] and mass density [kg/m³]. Throws UsageError for
/// a material out of range, and MeshError, naming the tet, for one that is inverted or flat.
ElasticTets make_elastic_tets(const TetMesh& rest, const ElasticMaterial& material, double density);

/// Returns F of a tet. `vertices`: positions of all vertices [m].
Mat3 deformation_gradient(const ElasticTets& solid, int tet, std::span<const Vec3> vertices);

/// Returns the energy of a solid [J]; infinite where its model does not allow the F of a tet.
double elastic_energy(const ElasticTets& solid, std::span<const Vec3> vertices);

/// The derivatives of a tet's energy by the positions of its four corners, corner by corner:
/// gradient [J/m], Hessian [J/m²].
struct TetDerivatives {
    Eigen::Matrix<double, 12, 1> gradient = Eigen::Matrix<double, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 12> hessian = Eigen::Matrix<double, 12, 12>::Zero();
};
/// Returns the derivatives of a tet's energy. `semidefinite`: whether the Hessian is made positive
/// semidefinite.
TetDerivatives tet_derivatives(const ElasticTets& solid, int tet, std::span<const Vec3> vertices,
                               bool semidefinite);

/// Returns a time in (0, t_max] up to which every tet keeps at least a fifth of its volume at the
/// start, while the vertices go straight from `start` to `end` in unit time. It is a lower bound,
/// from the Bernstein coefficients of the volume, a cubic. Returns `t_max` for a solid whose model
/// allows inversion.
double inversion_bound(const ElasticTets& solid, std::span<const Vec3> start,
                       std::span<const Vec3> end, double t_max);

/// Measures of how far a solid is deformed.
struct Deformation {
    double strain = 0.0;       ///< largest |FᵀF − 1|/2 of a tet [-]
    double least_share = 1.0;  ///< smallest det F of a tet: its volume over that at rest [-]
    int inverted = 0;          ///< number of tets with det F ≤ 0
};
/// Returns how far a solid is deformed with the vertices at these positions [m].
Deformation deformation_of(const ElasticTets& solid, std::span<const Vec3> vertices);

}  // namespace touchstone
