#pragma once

#include "generators/local/tet_pair.h"

// Which surface features of two tets can be within a reach of each other. Part of the kernels: the
// same text is compiled for each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// The sides on which the vertices of one tet are out of reach of another's surface elements.
struct FarSides {
    int front[4];   ///< faces in front of which vertex j lies farther than the reach
    int behind[4];  ///< faces behind which it lies as far, with none of the surface in between

    /// Returns all faces beyond which vertex j lies: bits 0 to 3 in front, 4 to 7 behind.
    int sides(int j) const { return front[j] | behind[j] << 4; }
};

/// Returns true when slabs along (1, ±1, ±1) keep the tets apart: the bounds of the research code's
/// trees, which its closest points do not widen by the reach.
inline bool bare_leaves_apart(const PosedTet& a, const PosedTet& b) {
    const Lanes zero = broadcast(0.0);
    const Lanes origin[3] = {broadcast(a.x[0]), broadcast(a.y[0]), broadcast(a.z[0])};
    const VectorLanes at_a{load(a.x) - origin[0], load(a.y) - origin[1], load(a.z) - origin[2]};
    const VectorLanes at_b{load(b.x) - origin[0], load(b.y) - origin[1], load(b.z) - origin[2]};
    for (const double sign_y : {1.0, -1.0}) {
        for (const double sign_z : {1.0, -1.0}) {
            const Lanes on_a = at_a.x + sign_y * at_a.y + sign_z * at_a.z;
            const Lanes on_b = at_b.x + sign_y * at_b.y + sign_z * at_b.z;
            if (largest(on_a) < -largest(zero - on_b) || largest(on_b) < -largest(zero - on_a)) {
                return true;
            }
        }
    }
    return false;
}

/// Returns the faces of a tet behind which no surface lies: the vertex opposite the face is an
/// inner one.
inline int faces_before_nothing(const PosedTet& tet) { return ~tet.surface_vertices & 0b1111; }

/// Returns true when all vertices of a set lie beyond the same face, and so all points between
/// them: in front of it, or behind it with none of the surface in between, farther than `reach`.
/// An empty set lies beyond any face.
inline bool all_beyond(const PlaneValues& values, const PosedTet& planes, int vertices,
                       double reach) {
    const Lanes limit = reach * load(planes.length);
    const Lanes infinite = broadcast(__builtin_inf());
    Lanes low = infinite;
    Lanes high = -infinite;
    if (vertices == 0b1111) {
        low = lowest(values);
        high = highest(values);
    } else {
        for (; vertices != 0; vertices &= vertices - 1) {
            low = min(low, values.value[lowest_bit(vertices)]);
            high = max(high, values.value[lowest_bit(vertices)]);
        }
    }
    return (bits(low > limit) | (bits(high < -limit) & faces_before_nothing(planes))) != 0;
}

/// Finds the sides that are out of reach, from the values of the vertices on the planes.
inline FarSides far_sides(const PlaneValues& values, const PosedTet& planes, double reach) {
    const Lanes limit = reach * load(planes.length);
    const int flat = faces_before_nothing(planes);
    FarSides far;
    for (int j = 0; j < 4; ++j) {
        far.front[j] = bits(values.value[j] > limit);
        far.behind[j] = bits(values.value[j] < -limit) & flat;
    }
    return far;
}

/// Returns the surface vertices of a tetrahedron that are within reach, as bits.
inline int near_vertices(const PosedTet& tet, const FarSides& far) {
    int near = 0;
    for (int j = 0; j < 4; ++j) {
        near |= (far.sides(j) == 0 ? 1 : 0) << j;
    }
    return near & tet.surface_vertices;
}

/// Returns the surface edges of a tetrahedron that may be within reach, as bits.
inline int near_edges(const PosedTet& tet, const FarSides& far) {
    const int sides[4] = {far.sides(0), far.sides(1), far.sides(2), far.sides(3)};
    const auto edge_if_near = [&sides](int k) {
        return (sides[kEdgeStart[k]] & sides[kEdgeEnd[k]]) == 0 ? 1 << k : 0;
    };
    const int near = edge_if_near(0) | edge_if_near(1) | edge_if_near(2) | edge_if_near(3) |
                     edge_if_near(4) | edge_if_near(5);
    return near & tet.surface_edges;
}

/// Returns true when the surface elements, which alone make contacts, lie more than `reach` [m]
/// apart along the line between the centroids of their vertices.
inline bool out_of_reach_between_centroids(const PosedTet& a, const PosedTet& b, double reach) {
    const Vector origin = vertex(a, 0);
    const LaneMask surface_a = mask_of(a.surface_vertices);
    const LaneMask surface_b = mask_of(b.surface_vertices);
    const VectorLanes at_a = VectorLanes{load(a.x), load(a.y), load(a.z)} - broadcast(origin);
    const VectorLanes at_b = VectorLanes{load(b.x), load(b.y), load(b.z)} - broadcast(origin);
    const Lanes zero = broadcast(0.0);
    const double share_a = 1.0 / __builtin_popcount(a.surface_vertices);
    const double share_b = 1.0 / __builtin_popcount(b.surface_vertices);
    const auto between_means = [&](Lanes on_a, Lanes on_b) {
        const Lanes difference =
            share_b * select(surface_b, on_b, zero) - share_a * select(surface_a, on_a, zero);
        return difference[0] + difference[1] + difference[2] + difference[3];
    };
    const Vector between{between_means(at_a.x, at_b.x), between_means(at_a.y, at_b.y),
                         between_means(at_a.z, at_b.z)};
    const Lanes none = broadcast(-__builtin_inf());
    const double highest_a = largest(select(surface_a, dot(at_a, broadcast(between)), none));
    const double lowest_b = -largest(select(surface_b, -dot(at_b, broadcast(between)), none));
    const double apart = lowest_b - highest_a;
    return apart > 0.0 && apart * apart > reach * reach * dot(between, between);
}

}  // namespace touchstone::TOUCHSTONE_ISA
