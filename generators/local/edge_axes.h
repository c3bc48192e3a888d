#pragma once

#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {

// The 36 cross products e_a × e_b of two tets' edges, twelve at a time: two edges of `a` against
// the six of `b`, in three groups of four lanes. Axis number 6 e_a + e_b = 12 pair + 4 group +
// lane.

struct EdgeAxes {
    VectorLanes axis;    ///< not normalised [m²]
    Lanes axis_squared;  ///< of its length [m⁴]
    Lanes low_a, high_a, low_b,
        high_b;  ///< projections of both tets on `axis`, from a's vertex 0 [m³]
};

/// Four edges of b: e0 e1 e2 e3, e4 e5 e0 e1 or e2 e3 e4 e5.
inline VectorLanes edges_of_b(const PosedTet& b, int group) {
    const auto steps = [group](const double* coordinates) {
        const Lanes v = load(coordinates);
        switch (group) {
            case 0:
                return __builtin_shufflevector(v, v, 1, 2, 3, 2) -
                       __builtin_shufflevector(v, v, 0, 0, 0, 1);
            case 1:
                return __builtin_shufflevector(v, v, 3, 3, 1, 2) -
                       __builtin_shufflevector(v, v, 1, 2, 0, 0);
            default:
                return __builtin_shufflevector(v, v, 3, 2, 3, 3) -
                       __builtin_shufflevector(v, v, 0, 1, 1, 2);
        }
    };
    return {steps(b.x), steps(b.y), steps(b.z)};
}

/// What the search of two tets' edge axes needs again and again.
struct EdgeSearch {
    Vector a[4];  ///< vertices relative to vertex 0 of a: large coordinates cancel once, here
    Vector b[4];
    VectorLanes edges_b[3];  ///< by group
};

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

inline VectorLanes edges_of_a(const PosedTet& a, int pair, int group) {
    const VectorLanes first = broadcast(edge(a, 2 * pair));
    const VectorLanes second = broadcast(edge(a, 2 * pair + 1));
    if (group == 0) {
        return first;
    }
    if (group == 2) {
        return second;
    }
    const LaneMask lower = mask_of(0b0011);
    return {select(lower, first.x, second.x), select(lower, first.y, second.y),
            select(lower, first.z, second.z)};
}

/// Always inlined: its thirty vectors would go through memory otherwise.
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

/// True when some axis keeps the tets more than `touch` [m] apart. A zero axis never does.
inline bool disjoint(const EdgeAxes& axes, double touch) {
    const Lanes gap = max(axes.low_b - axes.high_a, axes.low_a - axes.high_b);
    const Lanes touch_squared = broadcast(touch * touch) * axes.axis_squared;
    return bits((gap > broadcast(0.0)) & (gap * gap > touch_squared)) != 0;
}

}  // namespace touchstone::TOUCHSTONE_ISA
