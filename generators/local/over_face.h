#pragma once

#include "generators/local/tet_pair.h"

// Whether a point lies over a face, from its values on all four faces of the tet. Part of the
// kernels: the same text is compiled for each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// The planes that are perpendicular to a face and run through its edges. That through the edge
/// shared with face i is a combination of both faces' planes: its normal is n_i − c_i n with
/// c_i = n_i·n / n·n, so a point with the values v_i and v there has the value v_i − c_i v. Lane i
/// belongs to face i; that of the face itself means nothing.
struct FaceWalls {
    int face;       ///< the face, 0 to 3
    Lanes share;    ///< c_i [-]
    Lanes squared;  ///< squared lengths of the normals, n_i·n_i − c_i n_i·n [m⁴]
    bool exact;     ///< false: a face is nearly in the plane of this one, so that the difference is
                    ///< mostly rounding error
};

/// Returns the planes around a face.
inline FaceWalls face_walls(const PosedTet& tet, int face) {
    // Below this sine of the angle between two faces the bound on rounding errors is used up [-].
    constexpr double kLeastSine = 1e-4;
    const VectorLanes normals{load(tet.nx), load(tet.ny), load(tet.nz)};
    const Lanes along = dot(normals, broadcast(raw_normal(tet, face)));
    const Lanes lengths = load(tet.length);
    const Lanes all_squared = lengths * lengths;
    FaceWalls walls;
    walls.face = face;
    walls.share = along * broadcast(tet.inverse_length[face] * tet.inverse_length[face]);
    walls.squared = all_squared - walls.share * along;
    const int clear = bits(walls.squared > broadcast(kLeastSine * kLeastSine) * all_squared);
    walls.exact = (clear | 1 << face) == 0b1111;
    return walls;
}

/// Returns true when the foot of a point on the plane of the face lies in the face, border
/// included. `values`: the point's on all faces of the tet, as values_on_planes gives them;
/// `limit`: the square of a distance that counts as touch, times the walls' squared lengths.
[[gnu::always_inline]] inline bool is_within(const FaceWalls& walls, Lanes values, Lanes limit) {
    const Lanes outward = values - walls.share * broadcast(values[walls.face]);
    const int outside = bits((outward > broadcast(0.0)) & (outward * outward > limit));
    return (outside & ~(1 << walls.face)) == 0;
}

/// Tests a point against the border of a face, also where a face next to it is nearly in its plane,
/// or where `touch` is zero and the last bit decides.
inline bool over_face(const PosedTet& tet, const FaceWalls& walls, Vector point, Lanes values,
                      double touch) {
    return walls.exact && touch > 0.0
               ? is_within(walls, values, broadcast(touch * touch) * walls.squared)
               : over_face(tet, walls.face, point, touch);
}

}  // namespace touchstone::TOUCHSTONE_ISA
