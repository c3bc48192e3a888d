#pragma once

#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {

/// Which elements of the pair a gap lies between.
enum class GapKind { VertexVertex, VertexEdge, EdgeVertex, VertexFace, FaceVertex, EdgeEdge };

struct GapElements {
    GapKind kind = GapKind::VertexVertex;
    int a = 0;  ///< number of the vertex, edge or face of a
    int b = 0;
};

/// The vector from the closest point of a to that of b.
struct ShortestGap {
    Vector gap{0.0, 0.0, 0.0};
    double squared = __builtin_inf();  ///< of its length [m²]
    GapElements elements;
};

/// Between a and b moved by `offset`, which must keep them apart: the minimum over V-V, V-E, V-F
/// and E-E. `tolerance`: sin² of the angle below which edges are parallel.
ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance);

/// The same, trying first the elements that were closest at another offset.
ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance, GapElements likely);

}  // namespace touchstone::TOUCHSTONE_ISA
