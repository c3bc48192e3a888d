#pragma once

#include "generators/local/tet_pair.h"

// Whether a point lies over a face, by the face's edges or from its values on all four faces of the
// tet. Part of the kernels: the same text is compiled for each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// The three edges of a face, one per lane; the fourth repeats the first. A point is over the face
/// when it lies inward of the three planes perpendicular to the face through its edges.
struct FaceBorder {
    VectorLanes from;    ///< start of each edge [m]
    VectorLanes inward;  ///< direction across each edge, in the plane of the face [m³]
};

/// Returns the edges of a face.
inline FaceBorder face_border(const PosedTet& tet, int face) {
    const int* corner = kFaceCorner[face];
    const auto starts = [corner](const double* v) {
        return Lanes{v[corner[0]], v[corner[1]], v[corner[2]], v[corner[0]]};
    };
    const auto next = [](Lanes v) { return shuffled<1, 2, 0, 1>(v); };
    const VectorLanes from{starts(tet.x), starts(tet.y), starts(tet.z)};
    const VectorLanes to{next(from.x), next(from.y), next(from.z)};
    return {from, cross(broadcast(raw_normal(tet, face)), to - from)};
}

/// Returns true when the foot of `point` on the plane of the face lies in the face, border
/// included.
inline bool within(const FaceBorder& border, Vector point, double touch) {
    const Lanes value = dot(border.inward, broadcast(point) - border.from);
    const Lanes limit = broadcast(touch * touch) * dot(border.inward, border.inward);
    return bits((value < broadcast(0.0)) & (value * value > limit)) == 0;
}

/// Tests a single point against the border of a face.
inline bool over_face(const PosedTet& tet, int face, Vector point, double touch) {
    return within(face_border(tet, face), point, touch);
}

/// The planes that are perpendicular to a face and run through its edges. That through the edge
/// shared with face i is a combination of both faces' planes: its normal is n_i − c_i n with
/// c_i = n_i·n / n·n, so a point with the values v_i and v there has the value v_i − c_i v. Lane i
/// belongs to face i; that of the face itself means nothing.
struct FaceWalls {
    int face;     ///< the face, 0 to 3
    Lanes share;  ///< c_i [-]
    Lanes limit;  ///< squares of the values at the distance that counts as touch [m⁶]
    bool exact;   ///< true: rounding errors of the values are smaller than these limits
};

/// Returns the planes around a face. `touch`: distance that counts as touch [m]; `farthest`: bound
/// on the distance of points that are over the face from the vertices of the tet [m].
///
/// The value of a point is in error by a few roundings of two edges' lengths times its distance
/// from the tet. As a distance from a wall that is the more the shorter the wall's normal is, whose
/// length is that of the edge times the height of the tet over the face.
[[gnu::always_inline]] inline FaceWalls face_walls(const PosedTet& tet, int face, double touch,
                                                   double farthest) {
    constexpr double kRounding = 0x1p-48;     // 32 half units in the last place [-]
    constexpr double kLeastSquare = 0x1p-40;  // of a wall: its own rounding is far below [-]
    const VectorLanes normals{load(tet.nx), load(tet.ny), load(tet.nz)};
    const Lanes along = dot(normals, broadcast(raw_normal(tet, face)));
    const Lanes lengths = load(tet.length);
    FaceWalls walls;
    walls.face = face;
    walls.share = along * broadcast(tet.inverse_length[face] * tet.inverse_length[face]);
    const double touch_squared = touch * touch;
    walls.limit = broadcast(touch_squared) * (lengths * lengths - walls.share * along);
    const double area = tet.size * tet.size;
    const double error = kRounding * farthest;
    const double value_error = error * error;
    const double wall_error = kLeastSquare * touch_squared;
    const double most = value_error > wall_error ? value_error : wall_error;
    const int clear = bits(walls.limit > broadcast(area * area * most));
    walls.exact = (clear | 1 << face) == 0b1111;
    return walls;
}

/// Returns true when the foot of a point on the plane of the face lies in the face, border
/// included. `values`: the point's on all faces of the tet, as values_on_planes gives them.
[[gnu::always_inline]] inline bool is_within(const FaceWalls& walls, Lanes values) {
    const Lanes outward = values - walls.share * broadcast(values[walls.face]);
    const int outside = bits((outward > broadcast(0.0)) & (outward * outward > walls.limit));
    return (outside & ~(1 << walls.face)) == 0;
}

/// Tests a point against the edges of a face.
[[gnu::noinline]] inline bool over_face_by_edges(const PosedTet& tet, int face, Vector point,
                                                 double touch) {
    return over_face(tet, face, point, touch);
}

/// Tests a point against the border of a face, by the face's edges where rounding would decide: a
/// face next to it is nearly in its plane, or no distance counts as touch. `touch`: as for the
/// walls.
[[gnu::always_inline]] inline bool over_face(const PosedTet& tet, const FaceWalls& walls,
                                             Vector point, Lanes values, double touch) {
    return walls.exact ? is_within(walls, values)
                       : over_face_by_edges(tet, walls.face, point, touch);
}

}  // namespace touchstone::TOUCHSTONE_ISA
