#include "methods/elastic/tet_strain.h"

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

}  // namespace

std::vector<TetStrain> tet_strains(const TetMesh& rest, std::span<const Vec3> vertices) {
    std::vector<TetStrain> strains;
    strains.reserve(rest.tets.size());
    for (const Tet& tet : rest.tets) {
        // F maps the edges at rest to the present ones.
        const Mat3 gradient = tet_edges(tet, vertices) * tet_edges(tet, rest.vertices).inverse();
        const Mat3 strain = 0.5 * (gradient.transpose() * gradient - Mat3::Identity());
        strains.push_back({strain.norm(), gradient.determinant()});
    }
    return strains;
}

std::vector<double> vertex_strains(const TetMesh& rest, std::span<const TetStrain> tets) {
    std::vector<double> sums(rest.vertices.size(), 0.0);
    std::vector<double> volumes(rest.vertices.size(), 0.0);
    for (std::size_t t = 0; t < rest.tets.size(); ++t) {
        const double volume = signed_volume(rest, rest.tets[t]);
        for (const int vertex : rest.tets[t]) {
            sums[vertex] += volume * tets[t].strain;
            volumes[vertex] += volume;
        }
    }
    for (std::size_t v = 0; v < sums.size(); ++v) {
        sums[v] = volumes[v] > 0.0 ? sums[v] / volumes[v] : 0.0;
    }
    return sums;
}

}  // namespace touchstone
