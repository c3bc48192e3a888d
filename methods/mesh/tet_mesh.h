#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

using Tet = std::array<int, 4>;  ///< vertex indices, see TetMesh for their order

/// A solid as tetrahedra that share vertices, in body frame [m].
///     v3            (v0, v1, v2, v3) has positive volume: seen from v3,
///     |             v0 → v1 → v2 turns counter-clockwise.
///     v0---v2       Face i is the one without vertex i, its normal outward.
///    /
///   v1
struct TetMesh {
    std::vector<Vec3> vertices;
    std::vector<Tet> tets;
};

/// The corners of each face, outward counter-clockwise, as positions in a Tet.
inline constexpr std::array<std::array<int, 3>, 4> kTetFaces{
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

/// The ends of each edge, as positions in a Tet.
inline constexpr std::array<std::array<int, 2>, 6> kTetEdges{
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// Returns det[v1-v0, v2-v0, v3-v0] / 6 [m³].
double signed_volume(const TetMesh& mesh, const Tet& tet);

/// Throws MeshError, naming the vertex or tet, unless there is a tet, every index is in range and
/// used once per tet, every vertex finite and used, every tet positive, and no two tets lie on the
/// same side of a face that they share. Makers and loaders call this once; every other function
/// relies on it.
void validate(const TetMesh& mesh);

}  // namespace touchstone
