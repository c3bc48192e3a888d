#include "methods/elastic/box_tets.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace touchstone {
namespace {

/// The six paths along a cell's edges from one corner to the opposite one, as orders of the axes.
/// The corners of each path are a tet.
constexpr std::array<std::array<int, 3>, 6> kWays{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

/// Returns the vertices of a triangle in ascending order, its name whatever its orientation.
std::array<int, 3> sorted(Triangle triangle) {
    std::ranges::sort(triangle);
    return triangle;
}

}  // namespace

TetMesh make_box_tets(const Vec3& size, const std::array<int, 3>& cells) {
    TetMesh mesh;
    const std::array<int, 3> strides{(cells[1] + 1) * (cells[2] + 1), cells[2] + 1, 1};
    mesh.vertices.reserve((cells[0] + std::size_t{1}) * static_cast<std::size_t>(strides[0]));
    for (int i = 0; i <= cells[0]; ++i) {
        for (int j = 0; j <= cells[1]; ++j) {
            for (int k = 0; k <= cells[2]; ++k) {
                const Vec3 share(i / static_cast<double>(cells[0]),
                                 j / static_cast<double>(cells[1]),
                                 k / static_cast<double>(cells[2]));
                mesh.vertices.push_back(size.cwiseProduct(Vec3(share.array() - 0.5)));
            }
        }
    }
    for (int cell = 0; cell < cells[0] * cells[1] * cells[2]; ++cell) {
        const int first = cell / (cells[1] * cells[2]) * strides[0] +
                          cell / cells[2] % cells[1] * strides[1] + cell % cells[2];
        for (std::size_t way = 0; way < kWays.size(); ++way) {
            const auto& [x, y, z] = kWays[way];
            Tet tet{first, first + strides[x], first + strides[x] + strides[y],
                    first + strides[0] + strides[1] + strides[2]};
            if (signed_volume(mesh, tet) < 0.0) {
                std::swap(tet[1], tet[2]);
            }
            mesh.tets.push_back(tet);
        }
    }
    return mesh;
}

std::array<int, 3> cells_of(const Vec3& size, double edge) {
    std::array<int, 3> cells{};
    for (int i = 0; i < 3; ++i) {
        cells[i] = std::max(1, static_cast<int>(std::lround(size[i] / edge)));
    }
    return cells;
}

OuterSurface outer_surface(const TetMesh& mesh) {
    std::map<std::array<int, 3>, int> uses;
    for (const Tet& tet : mesh.tets) {
        for (const std::array<int, 3>& face : kTetFaces) {
            ++uses[sorted({tet[face[0]], tet[face[1]], tet[face[2]]})];
        }
    }
    OuterSurface outer;
    std::vector<int> place(mesh.vertices.size(), -1);
    for (const Tet& tet : mesh.tets) {
        for (const std::array<int, 3>& face : kTetFaces) {
            Triangle triangle{tet[face[0]], tet[face[1]], tet[face[2]]};
            if (uses[sorted(triangle)] != 1) {
                continue;
            }
            for (int& vertex : triangle) {
                if (place[vertex] < 0) {
                    place[vertex] = static_cast<int>(outer.vertex_of.size());
                    outer.vertex_of.push_back(vertex);
                    outer.surface.vertices.push_back(mesh.vertices[vertex]);
                }
                vertex = place[vertex];
            }
            outer.surface.triangles.push_back(triangle);
        }
    }
    return outer;
}

}  // namespace touchstone
