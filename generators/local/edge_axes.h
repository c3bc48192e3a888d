#pragma once

#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {

// Edges in lanes, and the 36 cross products e_a × e_b of two tets' edges, along which the tets may
// be apart.

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

/// The edges of a tet in pairs that share no vertex; the first of each pair is on face 0.
inline constexpr int kOppositeEdges[3][2] = {{5, 0}, {4, 1}, {3, 2}};

// Axes come in nine groups of four: an opposite pair of a's edges (f, s) with one of b's (f', s')
// makes f × f', f × s', s × f' and s × s', in this order of lanes. Each edge is on two faces of its
// tet, and the two edges of a pair are on all four.

/// Four cross products of edges, and the extents of both tets along them: a's counted from its
/// edge, b's from its own.
struct EdgeAxes {
    VectorLanes axis;     ///< not normalised [m²]
    Lanes axis_squared;   ///< squared length of each axis [m⁴]
    Lanes low_a, high_a;  ///< from a's edge on, along `axis` [m³]
    Lanes low_b, high_b;  ///< from b's edge on, along `axis` [m³]
    Lanes apart;          ///< position of b's edge, seen from a's, along `axis` [m³]
};

/// The positions along an axis of the two vertices of a tet that are not on its edge, counted from
/// there [m³].
struct OtherVertices {
    Lanes one, other;
};

/// The quantities of a pair of tets from which its axes are made.
struct EdgeSearch {
    VectorLanes along_a[3];  ///< edges of a, by opposite pair [m]
    VectorLanes along_b[3];
    VectorLanes apart[2][2];       ///< from the starts of a's edges to those of b's: of the first
                                   ///< opposite pair, and of the two others, which are alike [m]
    OtherVertices others_a[3][3];  ///< by the opposite pair of b, then that of a
    OtherVertices others_b[3][3];  ///< by the opposite pair of a, then that of b
};

/// Returns the vertices of those numbers, one in each lane.
template <int... numbers>
[[gnu::always_inline]] inline VectorLanes vertices_at(const PosedTet& tet) {
    const auto pick = [](const double* coordinates) {
        const Lanes v = load(coordinates);
        return shuffled<numbers...>(v);
    };
    return {pick(tet.x), pick(tet.y), pick(tet.z)};
}

/// Returns the product of an edge with the normals of the other tet's faces [m³].
template <int kEdge>
[[gnu::always_inline]] inline Lanes product(const PlaneValues& values) {
    return values.value[kEdgeEnd[kEdge]] - values.value[kEdgeStart[kEdge]];
}

/// Sets the positions of a's vertices along all axes of an opposite pair of b's edges.
template <int kOfB>
[[gnu::always_inline]] inline void set_others_of_a(EdgeSearch& search, const PlaneValues& on_a) {
    const Lanes first = product<kOppositeEdges[kOfB][0]>(on_a);
    const Lanes second = product<kOppositeEdges[kOfB][1]>(on_a);
    // Lanes f f', f s', s f', s s': with the faces that hold the edge f, and those that hold s.
    const Lanes on_0_2 = shuffled<0, 4, 2, 6>(first, second);
    const Lanes on_1_3 = shuffled<1, 5, 3, 7>(first, second);
    const Lanes on_0_1 = shuffled<0, 1, 4, 5>(on_0_2, on_1_3);
    const Lanes on_2_3 = shuffled<2, 3, 6, 7>(on_0_2, on_1_3);
    const Lanes on_3_2 = shuffled<2, 3, 0, 1>(on_2_3);
    search.others_a[kOfB][0] = {-on_0_2, on_1_3};
    search.others_a[kOfB][1] = {on_0_1, -on_2_3};
    search.others_a[kOfB][2] = {-on_0_1, on_3_2};
}

/// Sets the positions of b's vertices along all axes of an opposite pair of a's edges.
template <int kOfA>
[[gnu::always_inline]] inline void set_others_of_b(EdgeSearch& search, const PlaneValues& on_b) {
    const Lanes first = product<kOppositeEdges[kOfA][0]>(on_b);
    const Lanes second = product<kOppositeEdges[kOfA][1]>(on_b);
    const Lanes on_0_1 = shuffled<0, 1, 4, 5>(first, second);
    const Lanes on_2_3 = shuffled<2, 3, 6, 7>(first, second);
    const Lanes on_0_2 = shuffled<0, 4, 2, 6>(on_0_1, on_2_3);
    const Lanes on_1_3 = shuffled<1, 5, 3, 7>(on_0_1, on_2_3);
    const Lanes on_3_2 = shuffled<1, 0, 3, 2>(on_2_3);
    search.others_b[kOfA][0] = {on_0_2, -on_1_3};
    search.others_b[kOfA][1] = {-on_0_1, on_2_3};
    search.others_b[kOfA][2] = {on_0_1, -on_3_2};
}

/// Prepares the search of a pair. For an edge e_a of a, between vertices i and j, and a third
/// vertex k, (e_a × e_b) · (k − i) = −e_b · (e_a × (k − i)), and that product is, up to its sign,
/// the normal of the face ijk. So the extents of a follow from the products of its face normals
/// with edges of b, and each of these is the difference of the values of two vertices of b on that
/// face: 24 differences stand for two extents of 36 axes. Of b it is the same, with the other sign.
[[gnu::always_inline]] inline EdgeSearch edge_search(const TetPair& pair) {
    EdgeSearch search;
    const VectorLanes starts_a[2] = {vertices_at<2, 2, 0, 0>(pair.a),
                                     vertices_at<1, 1, 0, 0>(pair.a)};
    const VectorLanes starts_b[2] = {vertices_at<2, 0, 2, 0>(pair.b),
                                     vertices_at<1, 0, 1, 0>(pair.b)};
    search.along_a[0] = vertices_at<3, 3, 1, 1>(pair.a) - starts_a[0];
    search.along_a[1] = vertices_at<3, 3, 2, 2>(pair.a) - starts_a[1];
    search.along_a[2] = vertices_at<2, 2, 3, 3>(pair.a) - starts_a[1];
    search.along_b[0] = vertices_at<3, 1, 3, 1>(pair.b) - starts_b[0];
    search.along_b[1] = vertices_at<3, 2, 3, 2>(pair.b) - starts_b[1];
    search.along_b[2] = vertices_at<2, 3, 2, 3>(pair.b) - starts_b[1];
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            search.apart[i][j] = starts_b[j] - starts_a[i];
        }
    }
    set_others_of_a<0>(search, pair.on_a);
    set_others_of_a<1>(search, pair.on_a);
    set_others_of_a<2>(search, pair.on_a);
    set_others_of_b<0>(search, pair.on_b);
    set_others_of_b<1>(search, pair.on_b);
    set_others_of_b<2>(search, pair.on_b);
    return search;
}

/// Returns one group of axes, by opposite pairs. Always inlined: its vectors would otherwise go
/// through memory.
[[gnu::always_inline]] inline EdgeAxes edge_axes(const EdgeSearch& search, int of_a, int of_b) {
    const Lanes zero = broadcast(0.0);
    const OtherVertices& a = search.others_a[of_b][of_a];
    const OtherVertices& b = search.others_b[of_a][of_b];
    EdgeAxes result;
    result.axis = cross(search.along_a[of_a], search.along_b[of_b]);
    result.axis_squared = dot(result.axis, result.axis);
    result.apart = dot(result.axis, search.apart[of_a > 0][of_b > 0]);
    result.low_a = min(min(a.one, a.other), zero);
    result.high_a = max(max(a.one, a.other), zero);
    result.low_b = min(min(b.one, b.other), zero);
    result.high_b = max(max(b.one, b.other), zero);
    return result;
}

/// Returns how far the tets are apart along each axis; negative where they overlap [m³].
inline Lanes gaps(const EdgeAxes& axes) {
    return max(axes.apart + (axes.low_b - axes.high_a), (axes.low_a - axes.high_b) - axes.apart);
}

/// Returns a bound on the rounding errors of gaps [m³]. Along an axis between edges that are
/// parallel but for rounding nothing else is left. Extents are differences of plane values, and
/// those of the larger tet's planes are products of the square of its size with a distance.
inline double rounding_of_gaps(const PosedTet& a, const PosedTet& b) {
    constexpr double kUlps = 8.0 * 0x1p-52;
    const double larger = a.size > b.size ? a.size : b.size;
    return kUlps * (a.size + b.size) * larger * larger;
}

/// Returns the value with its square, lane by lane: x |x|, whose order is that of the values.
inline Lanes signed_square(Lanes value) { return value * absolute(value); }

/// Returns true when some axis keeps the tets more than `touch` [m] apart.
inline bool disjoint(const PosedTet& a, const PosedTet& b, const EdgeAxes& axes, double touch) {
    const Lanes gap = gaps(axes) - rounding_of_gaps(a, b);
    return bits(signed_square(gap) > broadcast(touch * touch) * axes.axis_squared) != 0;
}

// The same axes by the vertices themselves: a pair of a's edges with four edges of b makes one
// group. With the research code's settings rounding decides whether tets that touch exactly make
// contacts, and the arithmetic above, which is faster, would give other contacts.

/// The vertices of both tets, seen from a's first, and the edges of b by group [m].
struct VertexSearch {
    Vector vertices_a[4];  ///< the first is zero
    Vector vertices_b[4];
    VectorLanes edges_b[3];
};

/// Prepares the search of a pair.
inline VertexSearch vertex_search(const PosedTet& a, const PosedTet& b) {
    VertexSearch search;
    const Vector origin = vertex(a, 0);
    for (int i = 0; i < 4; ++i) {
        search.vertices_a[i] = vertex(a, i) - origin;
        search.vertices_b[i] = vertex(b, i) - origin;
    }
    for (int group = 0; group < 3; ++group) {
        search.edges_b[group] = edges_of_b(b, group);
    }
    return search;
}

/// The extent of a tet along axes [m³].
struct Extent {
    Lanes low, high;
};

/// Returns the extent of a tet's vertices along axes. `first`: where the first of them lies.
[[gnu::always_inline]] inline Extent extent(const VectorLanes& axis, Lanes first,
                                            const Vector* vertices) {
    Extent on{first, first};
    for (int i = 1; i < 4; ++i) {
        const Lanes value = dot(axis, broadcast(vertices[i]));
        on.low = min(on.low, value);
        on.high = max(on.high, value);
    }
    return on;
}

/// Four cross products of edges, and the extents of both tets along them.
struct VertexAxes {
    VectorLanes axis;  ///< not normalised [m²]
    Extent a, b;
};

/// Returns one group of axes: of number 12 pair + 4 group + lane, which is 6 e_a + e_b.
[[gnu::always_inline]] inline VertexAxes vertex_axes(const PosedTet& a, const VertexSearch& search,
                                                     int pair, int group) {
    VertexAxes result;
    result.axis = cross(edges_of_a(a, pair, group), search.edges_b[group]);
    // The first vertex of a is the origin, at zero along every axis.
    result.a = extent(result.axis, broadcast(0.0), search.vertices_a);
    const Lanes first_of_b = dot(result.axis, broadcast(search.vertices_b[0]));
    result.b = extent(result.axis, first_of_b, search.vertices_b);
    return result;
}

/// Returns true when some axis keeps the tets apart, by however little: the research code knows no
/// distance that counts as touch. A zero axis never does.
inline bool disjoint(const VertexAxes& axes) {
    return bits(max(axes.b.low - axes.a.high, axes.a.low - axes.b.high) > broadcast(0.0)) != 0;
}

}  // namespace touchstone::TOUCHSTONE_ISA
