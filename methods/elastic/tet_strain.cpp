#include "methods/elastic/tet_strain.h"

#include <cmath>
#include <cstddef>

namespace touchstone {
namespace {

/// Returns the three edges of a tet from its first corner, as columns [m].
Mat3 tet_edges(const Tet& tet, std::span<const Vec3> vertices) {
    Mat3 edges;
    for (int i = 0; i < 3; ++i) {
        edges.col(i) = vertices[tet[i + 1]] - vertices[tet[0]];
    }
    return edges;
}

/// Returns the deformation gradient F of a tet: it maps the edges at rest to the present ones.
Mat3 gradient_of(const TetMesh& rest, const Tet& tet, std::span<const Vec3> vertices) {
    return tet_edges(tet, vertices) * tet_edges(tet, rest.vertices).inverse();
}

}  // namespace

TetStrain strain_of(const Mat3& gradient) {
    const Mat3 strain = 0.5 * (gradient.transpose() * gradient - Mat3::Identity());
    return {strain.norm(), gradient.determinant()};
}

std::vector<TetStrain> tet_strains(const TetMesh& rest, std::span<const Vec3> vertices) {
    std::vector<TetStrain> strains;
    strains.reserve(rest.tets.size());
    for (const Tet& tet : rest.tets) {
        strains.push_back(strain_of(gradient_of(rest, tet, vertices)));
    }
    return strains;
}

std::vector<double> tet_pressures(const TetMesh& rest, const ElasticMaterial& material,
                                  std::span<const Vec3> vertices) {
    const LameCoefficients lame = lame_coefficients(material);
    std::vector<double> pressures;
    pressures.reserve(rest.tets.size());
    for (const Tet& tet : rest.tets) {
        const Mat3 gradient = gradient_of(rest, tet, vertices);
        const double share = gradient.determinant();
        const bool has_stress =
            share > 0.0 || (material.model == ElasticModel::FixedCorotated && share < 0.0);
        const Mat3 stress =
            has_stress ? density_stress(material.model, lame, gradient) : Mat3(Mat3::Zero());
        // tr(P Fᵀ) is the sum of the products of entries.
        const double pressure =
            has_stress ? -stress.cwiseProduct(gradient).sum() / (3.0 * share) : 0.0;
        pressures.push_back(std::isfinite(pressure) ? pressure : 0.0);
    }
    return pressures;
}

std::vector<double> vertex_means(const TetMesh& rest, std::span<const double> of_tets) {
    std::vector<double> sums(rest.vertices.size(), 0.0);
    std::vector<double> volumes(rest.vertices.size(), 0.0);
    for (std::size_t t = 0; t < rest.tets.size(); ++t) {
        const double volume = signed_volume(rest, rest.tets[t]);
        for (const int vertex : rest.tets[t]) {
            sums[vertex] += volume * of_tets[t];
            volumes[vertex] += volume;
        }
    }
    for (std::size_t v = 0; v < sums.size(); ++v) {
        sums[v] = volumes[v] > 0.0 ? sums[v] / volumes[v] : 0.0;
    }
    return sums;
}

std::vector<double> vertex_strains(const TetMesh& rest, std::span<const TetStrain> tets) {
    std::vector<double> strains;
    strains.reserve(tets.size());
    for (const TetStrain& tet : tets) {
        strains.push_back(tet.strain);
    }
    return vertex_means(rest, strains);
}

}  // namespace touchstone
