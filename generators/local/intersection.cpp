#include "generators/local/settings/intersection_settings.h"
#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// Number of the edge that joins two vertices of a tet.
constexpr int kEdgeBetween[4][4] = {{-1, 0, 1, 2}, {0, -1, 3, 4}, {1, 3, -1, 5}, {2, 4, 5, -1}};

int face_edge(int face, int side) {
    return kEdgeBetween[kFaceCorner[face][side]][kFaceCorner[face][(side + 1) % 3]];
}

/// Returns 1 when a side of a face runs along its edge of the tet, −1 when it runs against it.
double side_direction(int face, int side) {
    return kFaceCorner[face][side] < kFaceCorner[face][(side + 1) % 3] ? 1.0 : -1.0;
}

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

/// Returns the lanes whose axis keeps the corners more than `touch` [m] apart; a's first corner is
/// the origin. Gaps are compared squared, since the axes are not normalised; a zero axis separates
/// nothing.
[[gnu::always_inline]] inline LaneMask disjoint_on(const VectorLanes& axes, const Corners& a,
                                                   const Corners& b, Lanes touch_squared) {
    const Lanes a0 = broadcast(0.0);
    const Lanes a1 = dot(axes, a.at[1]);
    const Lanes a2 = dot(axes, a.at[2]);
    const Lanes b0 = dot(axes, b.at[0]);
    const Lanes b1 = dot(axes, b.at[1]);
    const Lanes b2 = dot(axes, b.at[2]);
    const Lanes gap = max(min(min(b0, b1), b2) - max(max(a0, a1), a2),
                          min(min(a0, a1), a2) - max(max(b0, b1), b2));
    return (gap > broadcast(0.0)) & (gap * gap > touch_squared * dot(axes, axes));
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
/// the perpendiculars play.
bool triangles_overlap(const TetPair& pair, FacePair faces) {
    const Vector origin = vertex(pair.a, kFaceCorner[faces.a][0]);
    const Corners a(pair.a, faces.a, origin);
    const Corners b(pair.b, faces.b, origin);
    const VectorLanes directions_b = edges_and_normal(b, raw_normal(pair.b, faces.b));
    const Lanes touch_squared = broadcast(pair.touch * pair.touch);
    // Lanes 0-2: edge × edge, or normal × edge; lane 3: edge × normal, for coplanar triangles.
    const auto disjoint_across = [&](const VectorLanes& direction_a) {
        return disjoint_on(cross(direction_a, directions_b), a, b, touch_squared);
    };
    LaneMask disjoint = disjoint_across(a.at[1] - a.at[0]);
    disjoint |= disjoint_across(a.at[2] - a.at[1]);
    disjoint |= disjoint_across(a.at[0] - a.at[2]);
    disjoint |= disjoint_across(broadcast(raw_normal(pair.a, faces.a)));
    return bits(disjoint) == 0;
}

/// Adds the corners of one face that lie on or behind the other face and over it: the corner is the
/// position, that face gives the normal.
void add_vertex_face(const TetPair& pair, FacePair faces, bool vertex_of_a,
                     const IntersectionSettings& settings, TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& plane = vertex_of_a ? pair.b : pair.a;
    const PlaneValues& values = vertex_of_a ? pair.on_b : pair.on_a;
    const int corners = vertex_of_a ? faces.a : faces.b;
    const int face = vertex_of_a ? faces.b : faces.a;
    const FaceBorder border = face_border(plane, face);
    for (int i = 0; i < 3; ++i) {
        const int corner = kFaceCorner[corners][i];
        const double value = values.value[corner][face];
        const double distance = value * plane.inverse_length[face];
        const bool in_front = (values.front[corner] >> face & 1) != 0;
        if (in_front || distance < -settings.closeness ||
            !within(border, vertex(points, corner), pair.touch)) {
            continue;
        }
        const bool raw = settings.vf_normal == VfNormal::Raw;
        const Vector normal = raw ? raw_normal(plane, face) : unit_normal(plane, face);
        add_face_contact(contacts, vertex_of_a, vertex(points, corner), normal,
                         raw ? value : distance, corner, face);
    }
}

/// The edges of a face, one per lane; the fourth repeats the first.
struct FaceEdges {
    int number[3];
    VectorLanes start;
    VectorLanes along;
    Lanes length;
};

FaceEdges face_edges(const PosedTet& tet, int face) {
    FaceEdges edges;
    for (int i = 0; i < 3; ++i) {
        edges.number[i] = face_edge(face, i);
    }
    const auto [k0, k1, k2] = edges.number;
    const int i0 = kEdgeStart[k0];
    const int i1 = kEdgeStart[k1];
    const int i2 = kEdgeStart[k2];
    const int j0 = kEdgeEnd[k0];
    const int j1 = kEdgeEnd[k1];
    const int j2 = kEdgeEnd[k2];
    const auto starts = [=](const double* v) { return Lanes{v[i0], v[i1], v[i2], v[i0]}; };
    const auto ends = [=](const double* v) { return Lanes{v[j0], v[j1], v[j2], v[j0]}; };
    edges.start = {starts(tet.x), starts(tet.y), starts(tet.z)};
    edges.along = VectorLanes{ends(tet.x), ends(tet.y), ends(tet.z)} - edges.start;
    edges.length = sqrt(dot(edges.along, edges.along));
    return edges;
}

/// An edge of a's face against the edges of b's, one per lane: the closest points of their lines,
/// as in closest_on_lines of tet_pair.h.
struct EdgeCrossings {
    int edge_a;          ///< number of a's edge
    VectorLanes n;       ///< cross product of the edges [m²]
    Lanes size;          ///< its length [m²]
    Lanes s;             ///< share of a's edge at which the closest point lies [-]
    Lanes t;             ///< the same for b's edges
    int not_parallel;    ///< edges of b's face that are not parallel to a's, as bits
    int closest_inside;  ///< those whose lines are closest inside both edges, up to `w`

    [[gnu::always_inline]] EdgeCrossings(const PosedTet& a, int k_a, const FaceEdges& edges_b,
                                         double w, double sine)
        : edge_a(k_a) {
        const Vector along_a = edge(a, k_a);
        const double length_a = length(along_a);
        const VectorLanes u = broadcast(along_a);
        const VectorLanes r = edges_b.start - broadcast(vertex(a, kEdgeStart[k_a]));
        n = cross(u, edges_b.along);
        const Lanes nn = dot(n, n);
        size = sqrt(nn);
        s = dot(cross(r, edges_b.along), n) / nn;
        t = dot(cross(r, u), n) / nn;
        const Lanes least = broadcast(w);
        not_parallel = 0b111 & bits(size >= broadcast(sine * length_a) * edges_b.length);
        closest_inside = bits((s * length_a > least) & ((1.0 - s) * length_a > least) &
                              (t * edges_b.length > least) & ((1.0 - t) * edges_b.length > least));
    }
};

/// Lowest and highest projections of a tet on four directions.
struct IntervalLanes {
    Lanes low = broadcast(__builtin_inf());
    Lanes high = broadcast(-__builtin_inf());

    /// Projects a tet whose vertices are given coordinate by coordinate.
    [[gnu::always_inline]] IntervalLanes(const VectorLanes& vertices,
                                         const VectorLanes& directions) {
        const auto include = [&](int i) {
            const VectorLanes point =
                broadcast(Vector{vertices.x[i], vertices.y[i], vertices.z[i]});
            const Lanes value = dot(point, directions);
            low = min(value, low);
            high = max(value, high);
        };
        include(0);
        include(1);
        include(2);
        include(3);
    }
};

/// Returns the distances of four points from the plane of a face [m]: positive in front.
[[gnu::always_inline]] inline Lanes heights_over(const PosedTet& tet, int face,
                                                 const VectorLanes& points) {
    const VectorLanes from_corner = points - broadcast(vertex(tet, kFaceCorner[face][0]));
    return dot(broadcast(raw_normal(tet, face)), from_corner) * tet.inverse_length[face];
}

/// Adds the contacts of an edge of a's face with those edges of b's in `candidates` that are not
/// parallel to it: where the lines are closest strictly inside both edges, and their common
/// perpendicular does not separate the tets, along + or − that perpendicular. Returns false when
/// the search of the whole tet pair ends.
bool add_edge_contacts(const TetPair& pair, FacePair faces, int side_a, const FaceEdges& edges_b,
                       const EdgeCrossings& crossings, int candidates,
                       const IntersectionSettings& settings, TetPairContacts& contacts) {
    const int k_a = crossings.edge_a;
    const Vector start_a = vertex(pair.a, kEdgeStart[k_a]);
    VectorLanes normal = crossings.n;
    if (settings.edge_direction == EdgeDirection::OfTriangle) {
        // Opposite where one of the edges runs against its face's direction.
        const double of_a = side_direction(faces.a, side_a);
        const Lanes turned{of_a * side_direction(faces.b, 0), of_a * side_direction(faces.b, 1),
                           of_a * side_direction(faces.b, 2), 1.0};
        normal = {turned * normal.x, turned * normal.y, turned * normal.z};
    }
    const Lanes scale = 1.0 / crossings.size;
    normal = {scale * normal.x, scale * normal.y, scale * normal.z};
    const VectorLanes origin = broadcast(start_a);
    const PosedTet& a = pair.a;
    const PosedTet& b = pair.b;
    const IntervalLanes on_n_a(VectorLanes{load(a.x), load(a.y), load(a.z)} - origin, normal);
    const IntervalLanes on_n_b(VectorLanes{load(b.x), load(b.y), load(b.z)} - origin, normal);
    const Lanes touch = broadcast(pair.touch);
    const int separated =
        bits((on_n_a.high <= on_n_b.low + touch) | (on_n_b.high <= on_n_a.low + touch));
    const Vector u = edge(a, k_a);
    const VectorLanes on_a{start_a.x + crossings.s * u.x, start_a.y + crossings.s * u.y,
                           start_a.z + crossings.s * u.z};
    const VectorLanes on_b{edges_b.start.x + crossings.t * edges_b.along.x,
                           edges_b.start.y + crossings.t * edges_b.along.y,
                           edges_b.start.z + crossings.t * edges_b.along.z};
    const VectorLanes sum = on_a + on_b;
    const VectorLanes middle{0.5 * sum.x, 0.5 * sum.y, 0.5 * sum.z};
    int left_out = ~crossings.closest_inside;
    if (settings.midpoint == Midpoint::BehindBoth) {
        const Lanes tolerance = broadcast(length_tolerance(a, b, settings));
        left_out |= bits((heights_over(a, faces.a, middle) > tolerance) |
                         (heights_over(b, faces.b, middle) > tolerance));
    }
    // Where a's extent along the normal begins first, b leaves along +n; where b's does, along −n.
    // Both count when they begin together.
    const int along_n = bits(on_n_a.low <= on_n_b.low + touch);
    const int against_n = bits(on_n_b.low <= on_n_a.low + touch);
    const Lanes depth_along = on_n_b.low - on_n_a.high;
    const Lanes depth_against = on_n_a.low - on_n_b.high;
    const bool leave = settings.edge_separation == EdgeSeparation::LeaveTetPair;
    for (; candidates != 0; candidates &= candidates - 1) {
        const int lane = lowest_bit(candidates);
        if ((separated >> lane & 1) != 0 && leave) {
            return false;
        }
        if (((separated | left_out) >> lane & 1) != 0) {
            continue;
        }
        const Vector p{middle.x[lane], middle.y[lane], middle.z[lane]};
        const Vector n{normal.x[lane], normal.y[lane], normal.z[lane]};
        const int code_a = kFirstEdgeCode + k_a;
        const int code_b = kFirstEdgeCode + edges_b.number[lane];
        if ((along_n >> lane & 1) != 0) {
            add_contact(contacts, p, n, depth_along[lane], code_a, code_b);
        }
        if ((against_n >> lane & 1) != 0) {
            add_contact(contacts, p, -1.0 * n, depth_against[lane], code_a, code_b);
        }
    }
    return true;
}

/// Adds the contacts of a pair of faces. Returns false when the search of the whole tet pair ends.
bool add_triangle_pair(const TetPair& pair, FacePair faces, const IntersectionSettings& settings,
                       TetPairContacts& contacts) {
    if (settings.triangles == Triangles::Overlapping &&
        (clear_of_plane(pair.on_b, faces.a, faces.b) ||
         clear_of_plane(pair.on_a, faces.b, faces.a) || !triangles_overlap(pair, faces))) {
        return true;
    }
    add_vertex_face(pair, faces, true, settings, contacts);
    add_vertex_face(pair, faces, false, settings, contacts);
    const bool leave = settings.edge_separation == EdgeSeparation::LeaveTetPair;
    const FaceEdges edges_b = face_edges(pair.b, faces.b);
    const double w = length_tolerance(pair.a, pair.b, settings);
    const double sine = sine_tolerance(settings);
    for (int i = 0; i < 3; ++i) {
        const EdgeCrossings crossings(pair.a, face_edge(faces.a, i), edges_b, w, sine);
        // Parallel edges have no common perpendicular and make no contact.
        const int candidates = crossings.not_parallel & (leave ? 0b111 : crossings.closest_inside);
        if (candidates != 0 && !add_edge_contacts(pair, faces, i, edges_b, crossings, candidates,
                                                  settings, contacts)) {
            return false;
        }
    }
    return true;
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
