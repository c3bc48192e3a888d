#include "generators/local/element_sets.h"
#include "generators/local/over_face.h"
#include "generators/local/settings/intersection_settings.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// The edges of a face, side by side; the fourth repeats the first.
struct Sides {
    int number[4];       ///< number of the edge
    long long start[4];  ///< place of the edge's start among the vertices of the tet
    long long end[4];    ///< place of its end
    double turn[4];      ///< 1 where the side runs along the edge, −1 where it runs against it
};

/// The edges of every face.
struct SideTable {
    Sides of[4];
};

constexpr SideTable make_side_table() {
    SideTable table{};
    for (int face = 0; face < 4; ++face) {
        for (int lane = 0; lane < 4; ++lane) {
            const int side = lane % 3;
            const int k =
                kSets.edge_between[kFaceCorner[face][side]][kFaceCorner[face][(side + 1) % 3]];
            table.of[face].number[lane] = k;
            table.of[face].turn[lane] =
                kFaceCorner[face][side] < kFaceCorner[face][(side + 1) % 3] ? 1.0 : -1.0;
            table.of[face].start[lane] = place(kEdgeStart[k]);
            table.of[face].end[lane] = place(kEdgeEnd[k]);
        }
    }
    return table;
}
constexpr SideTable kSides = make_side_table();

/// Returns true when all three corners of one face lie strictly on one side of the plane of
/// another: the triangles cannot meet then.
bool clear_of_plane(const PlaneValues& values, int corners_of, int plane) {
    const int* corner = kFaceCorner[corners_of];
    const int front = values.front[corner[0]] & values.front[corner[1]] & values.front[corner[2]];
    const int behind =
        values.behind[corner[0]] & values.behind[corner[1]] & values.behind[corner[2]];
    return ((front | behind) >> plane & 1) != 0;
}

/// The corners of a face relative to a common origin, each in all lanes.
struct Corners {
    VectorLanes at[3];

    Corners(const PosedTet& tet, int face, Vector origin)
        : at{broadcast(vertex(tet, kFaceCorner[face][0]) - origin),
             broadcast(vertex(tet, kFaceCorner[face][1]) - origin),
             broadcast(vertex(tet, kFaceCorner[face][2]) - origin)} {}
};

/// Returns the gap between the corners along each axis, times its length; not positive where they
/// overlap or the axis is zero. a's first corner is the origin.
[[gnu::always_inline]] inline Lanes gaps_along(const VectorLanes& axes, const Corners& a,
                                               const Corners& b) {
    const Lanes a0 = broadcast(0.0);
    const Lanes a1 = dot(axes, a.at[1]);
    const Lanes a2 = dot(axes, a.at[2]);
    const Lanes b0 = dot(axes, b.at[0]);
    const Lanes b1 = dot(axes, b.at[1]);
    const Lanes b2 = dot(axes, b.at[2]);
    return max(min(min(b0, b1), b2) - max(max(a0, a1), a2),
               min(min(a0, a1), a2) - max(max(b0, b1), b2));
}

/// Returns the lanes whose axis keeps the corners more than `touch` [m] apart. Gaps are compared
/// squared, since the axes are not normalised; a zero axis separates nothing.
[[gnu::always_inline]] inline LaneMask disjoint_on(const VectorLanes& axes, Lanes axes_squared,
                                                   const Corners& a, const Corners& b,
                                                   Lanes touch_squared) {
    const Lanes gap = gaps_along(axes, a, b);
    return (gap > broadcast(0.0)) & (gap * gap > touch_squared * axes_squared);
}

/// Returns the three edges of a triangle and its normal, one per lane.
VectorLanes edges_and_normal(const Corners& corners, Vector normal) {
    const LaneMask first = mask_of(0b0001);
    const LaneMask second = mask_of(0b0010);
    const LaneMask third = mask_of(0b0100);
    const auto lanes = [&](Lanes c0, Lanes c1, Lanes c2, double n) {
        return select(first, c1 - c0,
                      select(second, c2 - c1, select(third, c0 - c2, broadcast(n))));
    };
    return {lanes(corners.at[0].x, corners.at[1].x, corners.at[2].x, normal.x),
            lanes(corners.at[0].y, corners.at[1].y, corners.at[2].y, normal.y),
            lanes(corners.at[0].z, corners.at[1].z, corners.at[2].z, normal.z)};
}

/// Tests whether two triangles overlap, by the separating axes (Gottschalk et al. [1996]) that
/// remain after the two planes: edge × edge, and within each plane the perpendicular of each edge,
/// for coplanar triangles. Touching counts as overlap. Parallel edges give a zero axis, whose part
/// the perpendiculars play. Used where no distance counts as touch, so that the last bit decides;
/// elsewhere add_triangle_pair has the axes anyway.
[[gnu::noinline]] bool triangles_overlap(const TetPair& pair, FacePair faces) {
    const Vector origin = vertex(pair.a, kFaceCorner[faces.a][0]);
    const Corners a(pair.a, faces.a, origin);
    const Corners b(pair.b, faces.b, origin);
    const VectorLanes directions_b = edges_and_normal(b, raw_normal(pair.b, faces.b));
    // Lanes 0-2: edge × edge, or normal × edge; lane 3: edge × normal, for coplanar triangles.
    const auto disjoint_across = [&](const VectorLanes& direction_a) -> LaneMask {
        return gaps_along(cross(direction_a, directions_b), a, b) > broadcast(0.0);
    };
    LaneMask disjoint = disjoint_across(a.at[1] - a.at[0]);
    disjoint |= disjoint_across(a.at[2] - a.at[1]);
    disjoint |= disjoint_across(a.at[0] - a.at[2]);
    disjoint |= disjoint_across(broadcast(raw_normal(pair.a, faces.a)));
    return bits(disjoint) == 0;
}

/// Returns the corners, as bits, that are over a face where no distance counts as touch.
[[gnu::noinline]] int corners_over(const PosedTet& points, const int* corners,
                                   const PosedTet& plane, int face) {
    const FaceBorder border = face_border(plane, face);
    int over = 0;
    for (int i = 0; i < 3; ++i) {
        over |= (within(border, vertex(points, corners[i]), 0.0) ? 1 : 0) << i;
    }
    return over;
}

/// Returns the corners of one tet's face, as bits, that lie on or behind a face of another and over
/// it. `values`: those of the corners' tet on the planes of the other.
[[gnu::always_inline]] inline int corners_behind(const PosedTet& points, int corners_of,
                                                 const PosedTet& plane, int face,
                                                 const PlaneValues& values, double touch) {
    const int* const corners = kFaceCorner[corners_of];
    const auto in_front = [&](int i) { return (values.front[corners[i]] >> face & 1) << i; };
    const int behind = 0b111 & ~(in_front(0) | in_front(1) | in_front(2));
    if (touch == 0.0) {
        return behind == 0 ? 0 : behind & corners_over(points, corners, plane, face);
    }
    const FaceWalls walls = face_walls(plane, face, touch, plane.size + points.size);
    const auto over = [&](int i) {
        const Lanes on_planes = values.value[corners[i]];
        return (over_face(plane, walls, vertex(points, corners[i]), on_planes, touch) ? 1 : 0) << i;
    };
    return behind & (over(0) | over(1) | over(2));
}

/// Adds the contact of a corner with the other tet's face: the corner is the position, that face
/// gives the normal.
[[gnu::always_inline]] inline void add_corner(const TetPair& pair, FacePair faces, bool vertex_of_a,
                                              int i, const IntersectionSettings& settings,
                                              TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& plane = vertex_of_a ? pair.b : pair.a;
    const PlaneValues& values = vertex_of_a ? pair.on_b : pair.on_a;
    const int corner = kFaceCorner[vertex_of_a ? faces.a : faces.b][i];
    const int face = vertex_of_a ? faces.b : faces.a;
    const double value = values.value[corner][face];
    const double distance = value * plane.inverse_length[face];
    if (distance < -settings.closeness) {
        return;
    }
    const bool raw = settings.vf_normal == VfNormal::Raw;
    const Vector normal = raw ? raw_normal(plane, face) : unit_normal(plane, face);
    add_face_contact(contacts, vertex_of_a, vertex(points, corner), normal, raw ? value : distance,
                     corner, face);
}

/// The edges of a face, one per lane, in the order of its sides; the fourth repeats the first.
struct FaceEdges {
    VectorLanes start;
    VectorLanes along;

    [[gnu::always_inline]] FaceEdges(const PosedTet& tet, int face)
        : start(permuted(vertices_of(tet), load_places(kSides.of[face].start))),
          along(permuted(vertices_of(tet), load_places(kSides.of[face].end)) - start) {}
};

/// The edges of a's face against those of b's: by the side of a's face, one of b's per lane.
struct EdgePairs {
    VectorLanes n[3];    ///< cross products of the edges [m²]
    Lanes squared[3];    ///< their squared lengths [m⁴]
    Lanes size[3];       ///< their lengths [m²]
    Lanes s[3];          ///< shares of a's edge at which the lines are closest [-]
    Lanes t[3];          ///< the same for b's edges
    int not_parallel;    ///< edges that are not parallel, bit 4 side_a + side_b
    int closest_inside;  ///< those whose lines are closest inside both edges
};

/// Finds the closest points of the lines through edges, as in closest_on_lines of edge_pairs.h, for
/// one side of a's face. They are inside where they lie farther than `w` from the ends [m].
template <int kSide>
[[gnu::always_inline]] inline void set_closest(EdgePairs& pairs, const FaceEdges& edges_a,
                                               const FaceEdges& edges_b, Lanes lengths_a,
                                               Lanes length_b, double w, double sine) {
    const VectorLanes n = pairs.n[kSide];
    const Lanes squared = pairs.squared[kSide];
    const Lanes length_a = spread<kSide>(lengths_a);
    const VectorLanes r = edges_b.start - spread<kSide>(edges_a.start);
    const Lanes size = sqrt(squared);
    const Lanes s = dot(cross(r, edges_b.along), n) / squared;
    const Lanes t = dot(cross(r, spread<kSide>(edges_a.along)), n) / squared;
    const Lanes least = broadcast(w);
    const int not_parallel = 0b111 & bits(size >= broadcast(sine) * length_a * length_b);
    const int inside = bits((s * length_a > least) & ((1.0 - s) * length_a > least) &
                            (t * length_b > least) & ((1.0 - t) * length_b > least));
    pairs.size[kSide] = size;
    pairs.s[kSide] = s;
    pairs.t[kSide] = t;
    pairs.not_parallel |= not_parallel << 4 * kSide;
    pairs.closest_inside |= inside << 4 * kSide;
}

/// Returns the distance of a point from the plane of a face [m]: positive in front.
[[gnu::always_inline]] inline double height_over(const PosedTet& tet, int face, Vector point) {
    const int corner = kFaceCorner[face][0];
    return (tet.nx[face] * (point.x - tet.x[corner]) + tet.ny[face] * (point.y - tet.y[corner]) +
            tet.nz[face] * (point.z - tet.z[corner])) *
           tet.inverse_length[face];
}

/// Returns the projections of a tet's vertices on a direction, relative to a point.
[[gnu::always_inline]] inline Lanes projections(const PosedTet& tet, Vector from, Vector normal) {
    return dot(vertices_of(tet) - broadcast(from), broadcast(normal));
}

/// Adds the contacts of pairs of edges that are not parallel: where the lines are closest strictly
/// inside both edges, and their common perpendicular does not separate the tets, along + or − that
/// perpendicular. Returns false when the search of the whole tet pair ends.
[[gnu::always_inline]] inline bool add_edge_contacts(
    const TetPair& pair, FacePair faces, const FaceEdges& edges_a, const FaceEdges& edges_b,
    const EdgePairs& pairs, const IntersectionSettings& settings, TetPairContacts& contacts) {
    const bool leave = settings.edge_separation == EdgeSeparation::LeaveTetPair;
    const double tolerance = length_tolerance(pair.a, pair.b, settings);
    // Parallel edges have no common perpendicular and make no contact.
    int left = leave ? pairs.not_parallel : pairs.not_parallel & pairs.closest_inside;
    for (; left != 0; left &= left - 1) {
        const int bit = lowest_bit(left);
        const int i = bit >> 2;
        const int j = bit & 3;
        const Vector start_a = vector_in(edges_a.start, i);
        const Vector on_a = start_a + pairs.s[i][j] * vector_in(edges_a.along, i);
        const Vector on_b =
            vector_in(edges_b.start, j) + pairs.t[i][j] * vector_in(edges_b.along, j);
        const Vector middle = 0.5 * (on_a + on_b);
        const bool left_out = (pairs.closest_inside >> bit & 1) == 0 ||
                              (settings.midpoint == Midpoint::BehindBoth &&
                               (height_over(pair.a, faces.a, middle) > tolerance ||
                                height_over(pair.b, faces.b, middle) > tolerance));
        if (left_out && !leave) {
            continue;
        }
        double scale = 1.0;
        if (settings.edge_direction == EdgeDirection::OfTriangle) {
            // Opposite where one of the edges runs against its face's direction.
            scale = kSides.of[faces.a].turn[i] * kSides.of[faces.b].turn[j];
        }
        const Vector normal = (scale / pairs.size[i][j]) * vector_in(pairs.n[i], j);
        const Lanes on_n_a = projections(pair.a, start_a, normal);
        const Lanes on_n_b = projections(pair.b, start_a, normal);
        const double low_a = smallest(on_n_a);
        const double low_b = smallest(on_n_b);
        const double high_a = largest(on_n_a);
        const double high_b = largest(on_n_b);
        if (high_a <= low_b + pair.touch || high_b <= low_a + pair.touch) {
            if (leave) {
                return false;
            }
            continue;
        }
        if (left_out) {
            continue;
        }
        const int code_a = kFirstEdgeCode + kSides.of[faces.a].number[i];
        const int code_b = kFirstEdgeCode + kSides.of[faces.b].number[j];
        // Where a's extent along the normal begins first, b leaves along +n; where b's does, along
        // −n. Both count when they begin together.
        if (low_a <= low_b + pair.touch) {
            add_contact(contacts, middle, normal, low_b - high_a, code_a, code_b);
        }
        if (low_b <= low_a + pair.touch) {
            add_contact(contacts, middle, -1.0 * normal, low_a - high_b, code_a, code_b);
        }
    }
    return true;
}

/// Returns true when triangles whose planes are nearly parallel lie side by side: an axis in one of
/// the planes, across an edge, keeps them more than `touch` [m] apart.
bool side_by_side(const TetPair& pair, FacePair faces, const FaceEdges& edges_a,
                  const FaceEdges& edges_b, const Corners& a, const Corners& b,
                  Lanes touch_squared) {
    // Where the planes enclose more than six degrees, the other axes find all triangles that are
    // apart, but as gaps that are shorter by the sine of an angle. So triangles may count as
    // overlapping that are ten times `touch` apart, and more across sharp corners.
    constexpr double kParallel = 0.99;  // square of the cosine [-]
    const Vector normal_a = raw_normal(pair.a, faces.a);
    const Vector normal_b = raw_normal(pair.b, faces.b);
    const double cosine =
        dot(normal_a, normal_b) * pair.a.inverse_length[faces.a] * pair.b.inverse_length[faces.b];
    if (cosine * cosine < kParallel) {
        return false;
    }
    const VectorLanes across_a = cross(edges_a.along, broadcast(normal_a));
    const VectorLanes across_b = cross(edges_b.along, broadcast(normal_b));
    return bits(disjoint_on(across_a, dot(across_a, across_a), a, b, touch_squared) |
                disjoint_on(across_b, dot(across_b, across_b), a, b, touch_squared)) != 0;
}

/// Adds the contacts of a pair of faces. Returns false when the search of the whole tet pair ends.
bool add_triangle_pair(const TetPair& pair, FacePair faces, const IntersectionSettings& settings,
                       TetPairContacts& contacts) {
    const bool any_triangles = settings.triangles == Triangles::All;
    if (!any_triangles && (clear_of_plane(pair.on_b, faces.a, faces.b) ||
                           clear_of_plane(pair.on_a, faces.b, faces.a))) {
        return true;
    }
    const FaceEdges edges_a(pair.a, faces.a);
    const FaceEdges edges_b(pair.b, faces.b);
    EdgePairs pairs;
    pairs.n[0] = cross(spread<0>(edges_a.along), edges_b.along);
    pairs.n[1] = cross(spread<1>(edges_a.along), edges_b.along);
    pairs.n[2] = cross(spread<2>(edges_a.along), edges_b.along);
    pairs.squared[0] = dot(pairs.n[0], pairs.n[0]);
    pairs.squared[1] = dot(pairs.n[1], pairs.n[1]);
    pairs.squared[2] = dot(pairs.n[2], pairs.n[2]);
    if (!any_triangles && pair.touch == 0.0 && !triangles_overlap(pair, faces)) {
        return true;
    }
    if (!any_triangles && pair.touch > 0.0) {
        const Vector origin = vertex(pair.a, kFaceCorner[faces.a][0]);
        const Corners a(pair.a, faces.a, origin);
        const Corners b(pair.b, faces.b, origin);
        const Lanes touch_squared = broadcast(pair.touch * pair.touch);
        const LaneMask disjoint = disjoint_on(pairs.n[0], pairs.squared[0], a, b, touch_squared) |
                                  disjoint_on(pairs.n[1], pairs.squared[1], a, b, touch_squared) |
                                  disjoint_on(pairs.n[2], pairs.squared[2], a, b, touch_squared);
        if (bits(disjoint) != 0 ||
            side_by_side(pair, faces, edges_a, edges_b, a, b, touch_squared)) {
            return true;
        }
    }
    // Everything is found before the first contact is added: few of the branches below can be
    // foreseen, and what is begun after a wrong guess is lost.
    const Lanes lengths_a = sqrt(dot(edges_a.along, edges_a.along));
    const Lanes length_b = sqrt(dot(edges_b.along, edges_b.along));
    const double w = length_tolerance(pair.a, pair.b, settings);
    const double sine = sine_tolerance(settings);
    pairs.not_parallel = 0;
    pairs.closest_inside = 0;
    set_closest<0>(pairs, edges_a, edges_b, lengths_a, length_b, w, sine);
    set_closest<1>(pairs, edges_a, edges_b, lengths_a, length_b, w, sine);
    set_closest<2>(pairs, edges_a, edges_b, lengths_a, length_b, w, sine);
    const int corners_a = corners_behind(pair.a, faces.a, pair.b, faces.b, pair.on_b, pair.touch);
    const int corners_b = corners_behind(pair.b, faces.b, pair.a, faces.a, pair.on_a, pair.touch);
    for (int left = corners_a | corners_b << 3; left != 0; left &= left - 1) {
        const int bit = lowest_bit(left);
        add_corner(pair, faces, bit < 3, bit < 3 ? bit : bit - 3, settings, contacts);
    }
    return add_edge_contacts(pair, faces, edges_a, edges_b, pairs, settings, contacts);
}

}  // namespace

// Erleben [2018], §6 (Intersection): V-F and E-E contacts of intersecting surface triangles.
// The fast form of generators/plain/intersection.cpp.
void intersection(const PosedTet& a, const PosedTet& b, const IntersectionSettings& settings,
                  TetPairContacts& contacts) {
    TetPair pair = make_tet_pair(a, b, settings);
    if (pair.separated) {
        if (settings.triangles == Triangles::Overlapping) {
            return;
        }
        pair.complete();
    }
    for (int faces_a = a.surface_faces; faces_a != 0; faces_a &= faces_a - 1) {
        for (int faces_b = b.surface_faces; faces_b != 0; faces_b &= faces_b - 1) {
            const FacePair faces{lowest_bit(faces_a), lowest_bit(faces_b)};
            if (!add_triangle_pair(pair, faces, settings, contacts)) {
                return;
            }
        }
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
