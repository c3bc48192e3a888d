#pragma once

#include "generators/local/edge_axes.h"

namespace touchstone::TOUCHSTONE_ISA {

// The closest points of the lines through edges, in the groups of edge_axes.h.

/// Returns the start of a's edge in each lane of a group.
inline VectorLanes starts_of_a(const PosedTet& a, int pair, int group) {
    return lanes_of_pair(vertex(a, kEdgeStart[2 * pair]), vertex(a, kEdgeStart[2 * pair + 1]),
                         group);
}

/// Returns the start of b's edge in each lane of a group.
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

/// The closest points of two lines: a + s u on the first, b + t v on the second; s and t are shares
/// of the edge vectors u and v.
struct ClosestOnLines {
    double s;
    double t;
    bool parallel;  ///< sin² of the angle is below the tolerance: s and t are meaningless
};

/// Finds the closest points of two lines. The vector between them runs along n = u × v, so r = s u
/// − t v + c n with some c. The triple product with v and n eliminates t, the one with u and n
/// eliminates s. This is accurate at small angles, where the determinant (u·u)(v·v) − (u·v)² of the
/// usual equations (Ericson [2005], §5.1.8) cancels. Parallel lines, and edges without length, make
/// n vanish: s and t are then not finite, and `parallel` is true for any tolerance > 0.
inline ClosestOnLines closest_on_lines(Vector a, Vector u, Vector b, Vector v, double tolerance) {
    const Vector r = b - a;
    const Vector n = cross(u, v);
    const double nn = dot(n, n);
    return {dot(cross(r, v), n) / nn, dot(cross(r, u), n) / nn,
            !(nn >= tolerance * dot(u, u) * dot(v, v))};
}

/// The closest points of four pairs of lines: start + s u on a's edge, start + t v on b's.
struct LinePairs {
    Lanes s;
    Lanes t;
    LaneMask crossing;       ///< not parallel, and both points strictly inside their edges
    VectorLanes difference;  ///< point on b minus point on a [m]
};

/// Finds the closest points of four pairs of edges start + s u and start + t v. The points are
/// closest where the vector between them is perpendicular to both lines: two linear equations in s
/// and t, solved by Cramer's rule. Their determinant is (u·u)(v·v) − (u·v)² = |u|²|v|² sin² of the
/// angle between the lines: Ericson [2005], §5.1.8. Where that sin² is below `tolerance` the lines
/// are parallel and the solution meaningless, so the pair does not cross; neither does one with a
/// point within `inset`, a share of the edge, of an end or beyond it.
[[gnu::always_inline]] inline LinePairs closest_on_lines(const VectorLanes& start_a,
                                                         const VectorLanes& u,
                                                         const VectorLanes& start_b,
                                                         const VectorLanes& v, double tolerance,
                                                         double inset) {
    const VectorLanes r = start_b - start_a;
    const Lanes uu = dot(u, u);
    const Lanes vv = dot(v, v);
    const Lanes uv = dot(u, v);
    const Lanes ur = dot(u, r);
    const Lanes vr = dot(v, r);
    const Lanes determinant = uu * vv - uv * uv;
    const Lanes first = broadcast(inset);
    const Lanes last = broadcast(1.0 - inset);
    const Lanes inverse = 1.0 / determinant;
    LinePairs result;
    result.s = (ur * vv - vr * uv) * inverse;
    result.t = (ur * uv - vr * uu) * inverse;
    result.crossing = (determinant >= tolerance * uu * vv) & (determinant > broadcast(0.0)) &
                      (result.s > first) & (result.s < last) & (result.t > first) &
                      (result.t < last);
    result.difference = {r.x + result.t * v.x - result.s * u.x,
                         r.y + result.t * v.y - result.s * u.y,
                         r.z + result.t * v.z - result.s * u.z};
    return result;
}

/// Finds the closest points in one of the nine groups of edge_axes.h; b is moved by `offset`.
[[gnu::always_inline]] inline LinePairs closest_on_edges(const PosedTet& a, const PosedTet& b,
                                                         Vector offset, int pair, int group,
                                                         double tolerance) {
    const VectorLanes start_a = starts_of_a(a, pair, group);
    return closest_on_lines(start_a - broadcast(offset), edges_of_a(a, pair, group),
                            starts_of_b(b, group), edges_of_b(b, group), tolerance, 0.0);
}

}  // namespace touchstone::TOUCHSTONE_ISA
