#pragma once

#include "generators/kernels/edge_axes.h"

namespace touchstone::TOUCHSTONE_ISA {

// Closest points of the lines through edges, in the groups of edge_axes.h.

inline VectorLanes starts_of_a(const PosedTet& a, int pair, int group) {
    const VectorLanes first = broadcast(vertex(a, kEdgeStart[2 * pair]));
    const VectorLanes second = broadcast(vertex(a, kEdgeStart[2 * pair + 1]));
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

inline VectorLanes starts_of_b(const PosedTet& b, int group) {
    const auto gather = [group](const double* v) {
        switch (group) {
            case 0:
                return Lanes{v[0], v[0], v[0], v[1]};
            case 1:
                return Lanes{v[1], v[2], v[0], v[0]};
            default:
                return Lanes{v[0], v[1], v[1], v[2]};
        }
    };
    return {gather(b.x), gather(b.y), gather(b.z)};
}

/// Closest points of four pairs of lines: start + s u on a's edge, start + t v on b's.
struct LinePairs {
    Lanes s;
    Lanes t;
    LaneMask crossing;       ///< not parallel, and both points strictly inside their edges
    VectorLanes difference;  ///< point on b minus point on a [m]
};

/// `offset` is added to b's points. Parallel: sin² of the angle below `tolerance`.
inline LinePairs closest_on_edges(const PosedTet& a, const PosedTet& b, Vector offset, int pair,
                                  int group, double tolerance) {
    const VectorLanes u = edges_of_a(a, pair, group);
    const VectorLanes v = edges_of_b(b, group);
    const VectorLanes from_a = starts_of_a(a, pair, group);
    const VectorLanes from_b = starts_of_b(b, group);
    const VectorLanes r{from_b.x - from_a.x + offset.x, from_b.y - from_a.y + offset.y,
                        from_b.z - from_a.z + offset.z};
    const Lanes uu = dot(u, u);
    const Lanes vv = dot(v, v);
    const Lanes uv = dot(u, v);
    const Lanes ur = dot(u, r);
    const Lanes vr = dot(v, r);
    const Lanes determinant = uu * vv - uv * uv;
    const Lanes zero = broadcast(0.0);
    const Lanes one = broadcast(1.0);
    LinePairs result;
    result.s = (ur * vv - vr * uv) / determinant;
    result.t = (ur * uv - vr * uu) / determinant;
    result.crossing = (determinant >= tolerance * uu * vv) & (determinant > zero) &
                      (result.s > zero) & (result.s < one) & (result.t > zero) & (result.t < one);
    result.difference = {r.x + result.t * v.x - result.s * u.x,
                         r.y + result.t * v.y - result.s * u.y,
                         r.z + result.t * v.z - result.s * u.z};
    return result;
}

}  // namespace touchstone::TOUCHSTONE_ISA
