#include "methods/mesh/topology.h"

#include <algorithm>
#include <tuple>

namespace touchstone {

namespace {

/// One side of a face, found from either tet by its sorted corners.
struct FaceSide {
    std::array<int, 3> corners;
    int tet = -1;
    int face = -1;
};

/// Lists all faces of all tets, so that the two sides of an inner face follow each other.
std::vector<FaceSide> sorted_faces(const TetMesh& mesh) {
    std::vector<FaceSide> sides;
    sides.reserve(4 * mesh.tets.size());
    for (int t = 0; t < std::ssize(mesh.tets); ++t) {
        for (int f = 0; f < 4; ++f) {
            FaceSide side{{}, t, f};
            for (int i = 0; i < 3; ++i) {
                side.corners[i] = mesh.tets[t][kTetFaces[f][i]];
            }
            std::sort(side.corners.begin(), side.corners.end());
            sides.push_back(side);
        }
    }
    std::sort(sides.begin(), sides.end(), [](const FaceSide& a, const FaceSide& b) {
        return std::tie(a.corners, a.tet, a.face) < std::tie(b.corners, b.tet, b.face);
    });
    return sides;
}

/// Returns the number whose bit i is set.
std::uint8_t bit(int i) { return static_cast<std::uint8_t>(1 << i); }

/// Marks a face on the surface, with its edges and vertices.
void add_face(TetSurface& surface, int face) {
    surface.faces |= bit(face);
    for (int k = 0; k < 6; ++k) {
        // An edge lies in the faces opposite the vertices that it does not join.
        if (kTetEdges[k][0] != face && kTetEdges[k][1] != face) {
            surface.edges |= bit(k);
        }
    }
    for (const int v : kTetFaces[face]) {
        surface.vertices |= bit(v);
    }
}

}  // namespace

std::vector<std::array<int, 4>> find_neighbors(const TetMesh& mesh) {
    std::vector<std::array<int, 4>> neighbors(mesh.tets.size(), {-1, -1, -1, -1});
    const std::vector<FaceSide> sides = sorted_faces(mesh);
    for (std::size_t i = 1; i < sides.size(); ++i) {
        const FaceSide& a = sides[i - 1];
        const FaceSide& b = sides[i];
        if (a.corners == b.corners) {
            neighbors[a.tet][a.face] = b.tet;
            neighbors[b.tet][b.face] = a.tet;
        }
    }
    return neighbors;
}

std::vector<TetSurface> find_surface(const TetMesh& mesh) {
    const std::vector<std::array<int, 4>> neighbors = find_neighbors(mesh);
    std::vector<TetSurface> surface(mesh.tets.size());
    for (std::size_t t = 0; t < neighbors.size(); ++t) {
        for (int f = 0; f < 4; ++f) {
            if (neighbors[t][f] < 0) {
                add_face(surface[t], f);
            }
        }
    }
    return surface;
}

SurfaceMesh boundary(const TetMesh& mesh) {
    SurfaceMesh surface;
    const std::vector<std::array<int, 4>> neighbors = find_neighbors(mesh);
    std::vector<int> new_index(mesh.vertices.size(), -1);
    for (std::size_t t = 0; t < neighbors.size(); ++t) {
        for (int f = 0; f < 4; ++f) {
            if (neighbors[t][f] < 0) {
                const auto [i, j, k] = kTetFaces[f];
                const Tet& tet = mesh.tets[t];
                surface.triangles.push_back({tet[i], tet[j], tet[k]});
                new_index[tet[i]] = new_index[tet[j]] = new_index[tet[k]] = 0;
            }
        }
    }
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        // Vertices on the boundary keep their order.
        if (new_index[v] == 0) {
            new_index[v] = static_cast<int>(std::ssize(surface.vertices));
            surface.vertices.push_back(mesh.vertices[v]);
        }
    }
    for (Triangle& triangle : surface.triangles) {
        for (int& v : triangle) {
            v = new_index[v];
        }
    }
    return surface;
}

}  // namespace touchstone
