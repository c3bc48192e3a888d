#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// Measures of how far a tet is deformed, F being its deformation gradient.
struct TetStrain {
    double strain = 0.0;        ///< |FᵀF − 1|/2, the Frobenius norm of the Green strain [-]
    double volume_share = 1.0;  ///< det F: the volume over that at rest [-]
};

/// Returns them for a deformation gradient.
TetStrain strain_of(const Mat3& gradient);

/// Returns the deformation of each tet with the vertices at these positions [m]. The tets of the
/// rest shape must have positive volumes.
std::vector<TetStrain> tet_strains(const TetMesh& rest, std::span<const Vec3> vertices);

/// Returns the pressure in each tet, −tr σ/3 with the Cauchy stress σ = P Fᵀ/J: above 0 where it is
/// pressed together [Pa]. 0 for a tet that is flat, or so nearly flat that the pressure is no
/// number, or inside out where the model has no such state.
std::vector<double> tet_pressures(const TetMesh& rest, const ElasticMaterial& material,
                                  std::span<const Vec3> vertices);

/// Returns the mean, at each vertex, of a quantity of the tets around it, each weighed by its
/// volume at rest; 0 for a vertex of no tet.
std::vector<double> vertex_means(const TetMesh& rest, std::span<const double> of_tets);

/// Returns the strain at each vertex, for pictures, as vertex_means has it.
std::vector<double> vertex_strains(const TetMesh& rest, std::span<const TetStrain> tets);

}  // namespace touchstone
