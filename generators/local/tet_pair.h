#pragma once

#include "generators/local/kernel.h"
#include "methods/lanes/lanes.h"

namespace touchstone::TOUCHSTONE_ISA {

// The steps that the methods share. Notation: `a` and `b` are the tets of the pair; in a bit set
// over faces, bit i stands for the face opposite vertex i; edges are numbered as in kTetEdges.

/// Vertex at which each edge starts.
inline constexpr int kEdgeStart[6] = {0, 0, 0, 1, 1, 2};
/// Vertex at which each edge ends.
inline constexpr int kEdgeEnd[6] = {1, 2, 3, 2, 3, 3};
/// Vertices of each face, counter-clockwise seen from outside.
inline constexpr int kFaceCorner[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Working precision of the research code: ten times the machine epsilon of 32-bit floats.
inline constexpr double kPublishedTolerance = 1.19e-6;

/// Returns the working precision w of a pair [m].
inline double length_tolerance(const PosedTet& a, const PosedTet& b,
                               const LocalSettings& settings) {
    if (settings.tolerance == Tolerance::Absolute) {
        return kPublishedTolerance;
    }
    return settings.precision * (a.size > b.size ? a.size : b.size);
}

/// Returns the share of the tets' size up to which distances count as touch, with
/// Tolerance::Relative.
inline double touch_share(const LocalSettings& settings) {
    return kTouchOfPrecision * settings.precision;
}

/// Returns the distance below which a vertex lies on a plane, and tets touch [m], so that touching
/// counts as overlap in any pose. It is zero in the research code, where the last bit decides.
inline double touch_tolerance(const PosedTet& a, const PosedTet& b, const LocalSettings& settings) {
    if (settings.tolerance == Tolerance::Absolute) {
        return 0.0;
    }
    return touch_share(settings) * (a.size > b.size ? a.size : b.size) + a.rounding + b.rounding;
}

/// Returns the difference below which dimensionless numbers (cosines, shares of an edge) are tied,
/// so that the order of the elements decides.
inline double tie_tolerance(const LocalSettings& settings) {
    return settings.tolerance == Tolerance::Absolute ? 0.0 : touch_share(settings);
}

/// Returns the working precision for the sine of the angle between two unit vectors.
inline double sine_tolerance(const LocalSettings& settings) {
    return settings.tolerance == Tolerance::Absolute ? kPublishedTolerance : settings.precision;
}

/// Returns a vertex [m].
inline Vector vertex(const PosedTet& tet, int i) { return {tet.x[i], tet.y[i], tet.z[i]}; }
/// Returns the vertices, one in each lane [m].
inline VectorLanes vertices_of(const PosedTet& tet) {
    return {load(tet.x), load(tet.y), load(tet.z)};
}
/// Returns the vector along an edge [m].
inline Vector edge(const PosedTet& tet, int k) {
    return vertex(tet, kEdgeEnd[k]) - vertex(tet, kEdgeStart[k]);
}
/// Returns a face's outward normal, whose length is twice the area [m²].
inline Vector raw_normal(const PosedTet& tet, int face) {
    return {tet.nx[face], tet.ny[face], tet.nz[face]};
}
/// Returns a face's outward unit normal.
inline Vector unit_normal(const PosedTet& tet, int face) {
    return tet.inverse_length[face] * raw_normal(tet, face);
}

/// Selects, from one coordinate of the vertices, that of a corner of each face: the first of
/// kFaceCorner.
inline Lanes face_corners(const double* coordinates) {
    const Lanes v = load(coordinates);
    return shuffled<1, 0, 0, 0>(v);
}

/// Returns n · (point - p) for all four faces, where n is twice as long as the area [m³].
inline Lanes values_on_planes(const PosedTet& planes, Vector point) {
    return load(planes.nx) * (broadcast(point.x) - face_corners(planes.x)) +
           load(planes.ny) * (broadcast(point.y) - face_corners(planes.y)) +
           load(planes.nz) * (broadcast(point.z) - face_corners(planes.z));
}

/// The positions of one tet's vertices relative to the face planes of another.
struct PlaneValues {
    Lanes value[4];  ///< value of vertex j, one lane per face: distance times twice the area [m³]
    int front[4];    ///< faces in front of which vertex j lies, and not on
    int behind[4];   ///< faces behind which vertex j lies, and not on
};

/// Returns the faces in front of which a point lies. `limits`: see touch_limits.
inline int faces_in_front(Lanes value, Lanes limits) { return bits(value > limits); }
/// Returns the faces behind which a point lies.
inline int faces_behind(Lanes value, Lanes limits) { return bits(value < -limits); }

/// Returns the plane values of points at a distance of `touch` [m].
inline Lanes touch_limits(const PosedTet& planes, double touch) {
    return touch * load(planes.length);
}

/// Evaluates all vertices on all planes, without the sides.
[[gnu::always_inline]] inline void set_values(PlaneValues& values, const PosedTet& planes,
                                              const PosedTet& vertices) {
    values.value[0] = values_on_planes(planes, vertex(vertices, 0));
    values.value[1] = values_on_planes(planes, vertex(vertices, 1));
    values.value[2] = values_on_planes(planes, vertex(vertices, 2));
    values.value[3] = values_on_planes(planes, vertex(vertices, 3));
}

/// Adds the sides of the faces on which each vertex lies. `limits`: see touch_limits.
[[gnu::always_inline]] inline void set_sides(PlaneValues& values, Lanes limits) {
    for (int j = 0; j < 4; ++j) {
        values.front[j] = faces_in_front(values.value[j], limits);
        values.behind[j] = faces_behind(values.value[j], limits);
    }
}

/// Returns the smallest value over the four vertices, one lane per face.
inline Lanes lowest(const PlaneValues& values) {
    return min(min(values.value[0], values.value[1]), min(values.value[2], values.value[3]));
}
/// Returns the largest value over the four vertices, one lane per face.
inline Lanes highest(const PlaneValues& values) {
    return max(max(values.value[0], values.value[1]), max(values.value[2], values.value[3]));
}

/// Returns true when all four vertices lie strictly in front of one face.
inline bool all_in_front(const PlaneValues& values, Lanes limits) {
    return faces_in_front(lowest(values), limits) != 0;
}

/// A face of each tet; −1: none.
struct FacePair {
    int a = -1;
    int b = -1;
};

/// Two tets and the positions of their vertices relative to each other's faces. Values and sides
/// are set as far as is needed: most pairs are separated by a face of a, and zeros in the rest
/// would cost more than the test itself.
struct TetPair {
    const PosedTet& a;
    const PosedTet& b;
    double touch;      ///< see touch_tolerance [m]
    PlaneValues on_a;  ///< values of b's vertices on a's faces
    PlaneValues on_b;  ///< values of a's vertices on b's faces
    bool separated;    ///< true: all vertices of one lie in front of a face of the other

    /// Evaluates both tets on each other's planes; those that are separated without the sides.
    [[gnu::always_inline]] TetPair(const PosedTet& first, const PosedTet& second,
                                   const LocalSettings& settings)
        : a(first), b(second), touch(touch_tolerance(first, second, settings)), separated(true) {
        set_values(on_a, a, b);
        const Lanes limits_a = touch_limits(a, touch);
        if (all_in_front(on_a, limits_a)) {
            return;
        }
        set_values(on_b, b, a);
        const Lanes limits_b = touch_limits(b, touch);
        if (all_in_front(on_b, limits_b)) {
            return;
        }
        separated = false;
        set_sides(on_a, limits_a);
        set_sides(on_b, limits_b);
    }

    /// Evaluates what is left of a separated pair.
    void complete() {
        set_values(on_b, b, a);
        set_sides(on_a, touch_limits(a, touch));
        set_sides(on_b, touch_limits(b, touch));
    }
};

/// Evaluates both tets on each other's planes, as far as that is needed.
inline TetPair make_tet_pair(const PosedTet& a, const PosedTet& b, const LocalSettings& settings) {
    return {a, b, settings};
}

/// Returns true for a vertex inside: in front of no face.
inline bool inside(const PlaneValues& values, int j) { return values.front[j] == 0; }

/// Returns the faces whose planes an edge crosses: its ends lie strictly on opposite sides.
inline int crossed_faces(const PlaneValues& values, int k) {
    const int i = kEdgeStart[k];
    const int j = kEdgeEnd[k];
    return (values.front[i] & values.behind[j]) | (values.behind[i] & values.front[j]);
}

/// The distances of an edge's ends from a plane that it crosses, times twice the area of the face
/// [m³].
struct Crossing {
    double from;
    double to;

    /// Returns how far along the edge the plane is, by linear interpolation [-].
    double share() const { return from / (from + to); }
};

/// Returns where an edge crosses the plane of a face.
inline Crossing crossing(const PlaneValues& values, int k, int face) {
    return {absolute(values.value[kEdgeStart[k]][face]), absolute(values.value[kEdgeEnd[k]][face])};
}

/// Returns the point at which an edge crosses the plane of a face [m].
inline Vector crossing_point(const PosedTet& edges, const PlaneValues& values, int k, int face) {
    return vertex(edges, kEdgeStart[k]) + crossing(values, k, face).share() * edge(edges, k);
}

/// Returns the position of the lowest bit that is set.
inline int lowest_bit(int set) { return __builtin_ctz(static_cast<unsigned>(set)); }

/// A common point of two tets and the elements that produce it.
struct SharedPoint {
    Lanes row;  ///< x, y, z and zero [m]
    int element_a;
    int element_b;

    /// Returns the point as a vector [m].
    Vector position() const { return {row[0], row[1], row[2]}; }
};

/// The vertices of one tet inside the other, and the crossings of edges of one with faces of the
/// other.
struct SharedPoints {
    int count = 0;
    SharedPoint items[8 + 48];
};

/// The vertices of a tet one by one: x, y, z and zero [m].
struct VertexRows {
    Lanes of[4];
};

/// Returns the vertices one by one.
[[gnu::always_inline]] inline VertexRows vertex_rows(const PosedTet& tet) {
    const auto [x, y, z] = vertices_of(tet);
    const Lanes zero = broadcast(0.0);
    const Lanes xy_even = shuffled<0, 4, 2, 6>(x, y);
    const Lanes xy_odd = shuffled<1, 5, 3, 7>(x, y);
    const Lanes z_even = shuffled<0, 4, 2, 6>(z, zero);
    const Lanes z_odd = shuffled<1, 5, 3, 7>(z, zero);
    return {{shuffled<0, 1, 4, 5>(xy_even, z_even), shuffled<0, 1, 4, 5>(xy_odd, z_odd),
             shuffled<2, 3, 6, 7>(xy_even, z_even), shuffled<2, 3, 6, 7>(xy_odd, z_odd)}};
}

/// Returns the faces in front of which an edge lies where it crosses the plane of another, by the
/// crossing point itself. With OwnPlane::Keep that plane takes part, where rounding decides, as it
/// does on all of them where no distance counts as touch.
[[gnu::noinline]] inline int outside_as_published(const PosedTet& edges, const PosedTet& planes,
                                                  const PlaneValues& values, int k, int face,
                                                  Lanes limits, OwnPlane own_plane) {
    const Vector q = crossing_point(edges, values, k, face);
    const int outside = faces_in_front(values_on_planes(planes, q), limits);
    return own_plane == OwnPlane::Keep ? outside : outside & ~(1 << face);
}

/// Returns the same without the point, and without the plane that the edge crosses. Values at the
/// crossing are those of the ends, each weighed by the other's distance: most crossings lie
/// outside, and need no point. `at`: see crossing.
[[gnu::always_inline]] inline int outside_by_values(const PlaneValues& values, int k, int face,
                                                    Crossing at, Lanes limits) {
    const Lanes weighed = at.to * values.value[kEdgeStart[k]] + at.from * values.value[kEdgeEnd[k]];
    return faces_in_front(weighed, (at.from + at.to) * limits) & ~(1 << face);
}

/// Returns true when products of two plane values, sixth powers of length, are normal numbers, even
/// at what counts as touch of thin tets. The largest that are accepted, of 1e50 m, do not overflow.
inline bool values_can_be_multiplied(const PosedTet& a, const PosedTet& b) {
    constexpr double kSmallest = 1e-35;  // [m]
    return a.size > kSmallest && b.size > kSmallest;
}

/// Collects the shared points of two tets.
inline SharedPoints shared_points(const TetPair& pair, OwnPlane own_plane) {
    const PosedTet& a = pair.a;
    const PosedTet& b = pair.b;
    const VertexRows rows_a = vertex_rows(a);
    const VertexRows rows_b = vertex_rows(b);
    SharedPoints points;
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.on_b, i)) {
            points.items[points.count++] = {rows_a.of[i], i, kTetCode};
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.on_a, i)) {
            points.items[points.count++] = {rows_b.of[i], kTetCode, i};
        }
    }
    // A crossing point between two ends lies as far in front of a plane as the nearer of them, up
    // to rounding errors, which `rounding` of either tet bounds.
    const double far = 2.0 * (pair.touch + a.rounding + b.rounding);
    const bool by_values =
        pair.touch > 0.0 && own_plane == OwnPlane::Skip && values_can_be_multiplied(a, b);
    const auto add_crossings = [&](const PosedTet& edges, const PosedTet& planes,
                                   const PlaneValues& values, bool edges_of_a) {
        const VertexRows& rows = edges_of_a ? rows_a : rows_b;
        const Lanes far_limits = touch_limits(planes, far);
        const Lanes limits = touch_limits(planes, pair.touch);
        int beyond[4];
        for (int i = 0; i < 4; ++i) {
            beyond[i] = faces_in_front(values.value[i], far_limits);
        }
        for (int k = 0; k < 6; ++k) {
            const int i = kEdgeStart[k];
            const int j = kEdgeEnd[k];
            if ((beyond[i] & beyond[j]) != 0) {
                continue;
            }
            for (int faces = crossed_faces(values, k); faces != 0; faces &= faces - 1) {
                const int face = lowest_bit(faces);
                const Crossing at = crossing(values, k, face);
                int outside = 0;
                if (by_values) [[likely]] {
                    outside = outside_by_values(values, k, face, at, limits);
                } else {
                    outside =
                        outside_as_published(edges, planes, values, k, face, limits, own_plane);
                }
                if (outside == 0) {
                    // The point of crossing_point, to the last bit.
                    const Lanes q = rows.of[i] + at.share() * (rows.of[j] - rows.of[i]);
                    const int edge_code = kFirstEdgeCode + k;
                    const int face_code = kFirstFaceCode + face;
                    points.items[points.count++] = edges_of_a
                                                       ? SharedPoint{q, edge_code, face_code}
                                                       : SharedPoint{q, face_code, edge_code};
                }
            }
        }
    };
    add_crossings(a, b, pair.on_b, true);
    add_crossings(b, a, pair.on_a, false);
    return points;
}

/// Appends a contact.
inline void add_contact(TetPairContacts& contacts, Vector position, Vector normal,
                        double separation, int element_a, int element_b) {
    contacts.items[contacts.count++] = {{position.x, position.y, position.z},
                                        {normal.x, normal.y, normal.z},
                                        separation,
                                        element_a,
                                        element_b};
}

/// Appends the contact of an element of one tet with a face of the other. `of_a`: the element is
/// a's. `normal` is that of the face, outward; the contact's points from a to b.
inline void add_face_contact(TetPairContacts& contacts, bool of_a, Vector position, Vector normal,
                             double separation, int element, int face) {
    const int face_code = kFirstFaceCode + face;
    add_contact(contacts, position, (of_a ? -1.0 : 1.0) * normal, separation,
                of_a ? element : face_code, of_a ? face_code : element);
}

/// Returns the maximum norm.
inline double largest_component(Vector v) {
    const double x = absolute(v.x);
    const double y = absolute(v.y);
    const double z = absolute(v.z);
    const double xy = x > y ? x : y;
    return xy > z ? xy : z;
}

/// Appends the shared points as contacts along `normal` (unit, from a to b): the separation is
/// minus their extent. With `project` they are moved along the normal to the middle of that extent.
/// A point within the working precision of an earlier one is left out.
inline void report_points(const TetPair& pair, const SharedPoints& points, Vector normal,
                          bool project, const LocalSettings& settings, TetPairContacts& contacts) {
    if (points.count == 0) {
        return;
    }
    const Vector origin = points.items[0].position();
    double lowest = 0.0;
    double highest = 0.0;
    double along[8 + 48];
    for (int i = 0; i < points.count; ++i) {
        along[i] = dot(points.items[i].position() - origin, normal);
        lowest = along[i] < lowest ? along[i] : lowest;
        highest = along[i] > highest ? along[i] : highest;
    }
    const double middle = 0.5 * (lowest + highest);
    const int first = contacts.count;
    const double tolerance = length_tolerance(pair.a, pair.b, settings);
    // The maximum norm depends on how the scene is rotated.
    const bool published = settings.tolerance == Tolerance::Absolute;
    for (int i = 0; i < points.count; ++i) {
        const SharedPoint& point = points.items[i];
        const Vector position =
            project ? point.position() + (middle - along[i]) * normal : point.position();
        bool repeated = false;
        for (int j = first; j < contacts.count && !repeated; ++j) {
            const double* other = contacts.items[j].position;
            const Vector gap = position - Vector{other[0], other[1], other[2]};
            repeated = published ? largest_component(gap) <= tolerance
                                 : dot(gap, gap) <= tolerance * tolerance;
        }
        if (!repeated) {
            add_contact(contacts, position, normal, lowest - highest, point.element_a,
                        point.element_b);
        }
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
