#pragma once

#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {

// The 36 cross products e_a × e_b of two tets' edges, four at a time: pairs of edges of `a` against
// the six edges of `b`, each in three groups of four lanes. The number of an axis is 6 e_a + e_b =
// 12 pair + 4 group + lane.

/// Four cross products of edges, and the extents of both tets along them.
struct EdgeAxes {
    VectorLanes axis;    ///< not normalised [m²]
    Lanes axis_squared;  ///< squared length of each axis [m⁴]
    Lanes low_a, high_a, low_b,
        high_b;  ///< extents of both tets along `axis`, from a's vertex 0 [m³]
};

/// Returns four edges of b: e0 e1 e2 e3, e4 e5 e0 e1 or e2 e3 e4 e5.
inline VectorLanes edges_of_b(const PosedTet& b, int group) {
    const auto steps = [group](const double* coordinates) {
        const Lanes v = load(coordinates);
        switch (group) {
            case 0:
                return shuffled<1, 2, 3, 2>(v) - shuffled<0, 0, 0, 1>(v);
            case 1:
                return shuffled<3, 3, 1, 2>(v) - shuffled<1, 2, 0, 0>(v);
            default:
                return shuffled<3, 2, 3, 3>(v) - shuffled<0, 1, 1, 2>(v);
        }
    };
    return {steps(b.x), steps(b.y), steps(b.z)};
}

/// The quantities that every group of a search needs.
struct EdgeSearch {
    Vector a[4];             ///< vertices of a, relative to its vertex 0:
                             ///< large coordinates cancel once, here [m]
    Vector b[4];             ///< vertices of b in the same frame [m]
    VectorLanes edges_b[3];  ///< edge vectors of b, by group [m]
};

/// Prepares the search of a pair.
inline EdgeSearch edge_search(const PosedTet& a, const PosedTet& b) {
    EdgeSearch search;
    const Vector origin = vertex(a, 0);
    for (int i = 0; i < 4; ++i) {
        search.a[i] = vertex(a, i) - origin;
        search.b[i] = vertex(b, i) - origin;
    }
    for (int group = 0; group < 3; ++group) {
        search.edges_b[group] = edges_of_b(b, group);
    }
    return search;
}

/// Returns, for each lane of a group, the vector of the first or the second edge of a's pair.
inline VectorLanes lanes_of_pair(Vector first, Vector second, int group) {
    if (group == 0) {
        return broadcast(first);
    }
    if (group == 2) {
        return broadcast(second);
    }
    const LaneMask lower = mask_of(0b0011);
    const VectorLanes one = broadcast(first);
    const VectorLanes two = broadcast(second);
    return {select(lower, one.x, two.x), select(lower, one.y, two.y), select(lower, one.z, two.z)};
}

/// Returns the edge of a that belongs to each lane of a group.
inline VectorLanes edges_of_a(const PosedTet& a, int pair, int group) {
    return lanes_of_pair(edge(a, 2 * pair), edge(a, 2 * pair + 1), group);
}

/// Returns one group of axes. Always inlined: its thirty vectors would otherwise go through memory.
[[gnu::always_inline]] inline EdgeAxes edge_axes(const PosedTet& a, const EdgeSearch& search,
                                                 int pair, int group) {
    EdgeAxes result;
    result.axis = cross(edges_of_a(a, pair, group), search.edges_b[group]);
    result.axis_squared = dot(result.axis, result.axis);
    result.low_a = result.high_a = broadcast(0.0);
    for (int i = 1; i < 4; ++i) {
        const Lanes value = dot(result.axis, broadcast(search.a[i]));
        result.low_a = min(result.low_a, value);
        result.high_a = max(result.high_a, value);
    }
    result.low_b = result.high_b = dot(result.axis, broadcast(search.b[0]));
    for (int i = 1; i < 4; ++i) {
        const Lanes value = dot(result.axis, broadcast(search.b[i]));
        result.low_b = min(result.low_b, value);
        result.high_b = max(result.high_b, value);
    }
    return result;
}

/// Returns true when some axis keeps the tets more than `touch` [m] apart. A zero axis never does.
inline bool disjoint(const EdgeAxes& axes, double touch) {
    const Lanes gap = max(axes.low_b - axes.high_a, axes.low_a - axes.high_b);
    const Lanes touch_squared = broadcast(touch * touch) * axes.axis_squared;
    return bits((gap > broadcast(0.0)) & (gap * gap > touch_squared)) != 0;
}

}  // namespace touchstone::TOUCHSTONE_ISA
