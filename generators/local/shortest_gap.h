#pragma once

#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {

/// The types of the elements, of a and of b, between which a gap lies.
enum class GapKind { VertexVertex, VertexEdge, EdgeVertex, VertexFace, FaceVertex, EdgeEdge };

/// The elements between which a gap lies.
struct GapElements {
    GapKind kind = GapKind::VertexVertex;
    int a = 0;  ///< index of the vertex, edge or face of a
    int b = 0;  ///< index of the vertex, edge or face of b
};

/// The vector from the closest point of a to that of b.
struct ShortestGap {
    Vector gap{0.0, 0.0, 0.0};
    double squared = __builtin_inf();  ///< squared length [m²]
    GapElements elements;
};

/// Returns the shortest gap between a and b moved by `offset`: the minimum over V-V, V-E, V-F and
/// E-E, which is their distance when they are apart. `tolerance` is the sin² of the angle below
/// which edges count as parallel.
ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance);

/// Returns the shortest gap, testing first the elements that were closest at another offset.
ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance, GapElements likely);

}  // namespace touchstone::TOUCHSTONE_ISA
