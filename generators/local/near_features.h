#pragma once

#include "generators/local/element_sets.h"

// Which surface features of two tets can be within a reach of each other. Part of the kernels: the
// same text is compiled for each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// The sides on which the vertices of one tet are out of reach of another's surface elements: byte
/// j holds, of vertex j, the faces in front of which it lies farther than the reach, bits 0 to 3,
/// and those behind which it lies as far, with none of the surface in between, bits 4 to 7.
using FarSides = std::uint32_t;

/// Returns true when slabs along (1, ±1, ±1) keep the tets apart: the bounds of the research code's
/// trees, which its closest points do not widen by the reach.
inline bool bare_leaves_apart(const PosedTet& a, const PosedTet& b) {
    const VectorLanes origin = broadcast(vertex(a, 0));
    const VectorLanes at_a = vertices_of(a) - origin;
    const VectorLanes at_b = vertices_of(b) - origin;
    for (const double sign_y : {1.0, -1.0}) {
        for (const double sign_z : {1.0, -1.0}) {
            const Lanes on_a = at_a.x + sign_y * at_a.y + sign_z * at_a.z;
            const Lanes on_b = at_b.x + sign_y * at_b.y + sign_z * at_b.z;
            if (largest(on_a) < smallest(on_b) || largest(on_b) < smallest(on_a)) {
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
    const unsigned char* const member = kSets.members[vertices];
    const Lanes of[4] = {values.value[member[0]], values.value[member[1]], values.value[member[2]],
                         values.value[member[3]]};
    const Lanes low = min(min(of[0], of[1]), min(of[2], of[3]));
    const Lanes high = max(max(of[0], of[1]), max(of[2], of[3]));
    return vertices == 0 ||
           (bits(low > limit) | (bits(high < -limit) & faces_before_nothing(planes))) != 0;
}

/// Returns the bits of four masks, one in each byte.
inline std::uint32_t bytes_of(LaneMask first, LaneMask second, LaneMask third, LaneMask fourth) {
    return static_cast<std::uint32_t>(bits(first) | bits(second) << 8 | bits(third) << 16 |
                                      bits(fourth) << 24);
}

/// Finds the sides that are out of reach, from the values of the vertices on the planes.
inline FarSides far_sides(const PlaneValues& values, const PosedTet& planes, double reach) {
    const Lanes limit = reach * load(planes.length);
    const Lanes* const v = values.value;
    const FarSides front = bytes_of(v[0] > limit, v[1] > limit, v[2] > limit, v[3] > limit);
    const FarSides behind = bytes_of(v[0] < -limit, v[1] < -limit, v[2] < -limit, v[3] < -limit);
    const FarSides flat = static_cast<FarSides>(faces_before_nothing(planes)) * 0x01010101;
    return front | (behind & flat) << 4;
}

/// Returns the bytes that are zero, as bits.
inline int zero_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t kLowest = 0x0101010101010101;
    bytes |= bytes >> 4;
    bytes |= bytes >> 2;
    bytes |= bytes >> 1;
    // The product moves the lowest bit of byte i to bit 56 + i.
    return static_cast<int>(((~bytes & kLowest) * 0x0102040810204080) >> 56);
}

/// Returns the surface vertices of a tetrahedron that are within reach, as bits.
inline int near_vertices(const PosedTet& tet, FarSides far) {
    return zero_bytes(far) & tet.surface_vertices;
}

/// Returns the surface edges of a tetrahedron that may be within reach, as bits: both ends of the
/// others are out of reach on the same side.
inline int near_edges(const PosedTet& tet, FarSides far) {
    const std::uint64_t second = far >> 8 & 0xff;
    const std::uint64_t third = far >> 16 & 0xff;
    const std::uint64_t fourth = far >> 24;
    // One byte for each edge, that of its start and that of its end.
    const std::uint64_t starts = (far & 0xff) * 0x010101 | second * 0x0101000000 | third << 40;
    const std::uint64_t ends = second | third * 0x01000100 | fourth * 0x010100010000;
    return zero_bytes(starts & ends) & tet.surface_edges;
}

}  // namespace touchstone::TOUCHSTONE_ISA
