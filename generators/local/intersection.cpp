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

/// Three points, relative to a common origin.
struct Corners {
    Vector at[3];
};

Corners corners_of(const PosedTet& tet, int face, Vector origin) {
    Corners corners;
    for (int i = 0; i < 3; ++i) {
        corners.at[i] = vertex(tet, kFaceCorner[face][i]) - origin;
    }
    return corners;
}

/// Returns true when one of four axes keeps the corners more than `touch` [m] apart. Gaps are
/// compared squared, since the axes are not normalised; a zero axis separates nothing.
bool disjoint_on(const VectorLanes& axes, const Corners& a, const Corners& b, double touch) {
    Lanes low_a = dot(axes, broadcast(a.at[0]));
    Lanes high_a = low_a;
    Lanes low_b = dot(axes, broadcast(b.at[0]));
    Lanes high_b = low_b;
    for (int i = 1; i < 3; ++i) {
        const Lanes value_a = dot(axes, broadcast(a.at[i]));
        const Lanes value_b = dot(axes, broadcast(b.at[i]));
        low_a = min(low_a, value_a);
        high_a = max(high_a, value_a);
        low_b = min(low_b, value_b);
        high_b = max(high_b, value_b);
    }
    const Lanes gap = max(low_b - high_a, low_a - high_b);
    const Lanes touch_squared = broadcast(touch * touch) * dot(axes, axes);
    return bits((gap > broadcast(0.0)) & (gap * gap > touch_squared)) != 0;
}

/// Returns the three edges of a triangle and its normal, one per lane.
VectorLanes edges_and_normal(const Corners& corners, Vector normal) {
    const Vector e0 = corners.at[1] - corners.at[0];
    const Vector e1 = corners.at[2] - corners.at[1];
    const Vector e2 = corners.at[0] - corners.at[2];
    return {Lanes{e0.x, e1.x, e2.x, normal.x}, Lanes{e0.y, e1.y, e2.y, normal.y},
            Lanes{e0.z, e1.z, e2.z, normal.z}};
}

/// Tests whether two triangles overlap, by the separating axes (Gottschalk et al. [1996]) that
/// remain after the two planes: edge × edge, and within each plane the perpendicular of each edge,
/// for coplanar triangles. Touching counts as overlap. Parallel edges give a zero axis, whose part
/// the perpendiculars play.
bool triangles_overlap(const TetPair& pair, FacePair faces) {
    const Vector origin = vertex(pair.a, kFaceCorner[faces.a][0]);
    const Corners a = corners_of(pair.a, faces.a, origin);
    const Corners b = corners_of(pair.b, faces.b, origin);
    const Vector normal_a = raw_normal(pair.a, faces.a);
    const Vector normal_b = raw_normal(pair.b, faces.b);
    const VectorLanes directions_b = edges_and_normal(b, normal_b);
    for (int i = 0; i < 3; ++i) {
        // Lanes 0-2: edge × edge; lane 3: edge × normal, for coplanar triangles.
        const VectorLanes edge_a = broadcast(a.at[(i + 1) % 3] - a.at[i]);
        if (disjoint_on(cross(edge_a, directions_b), a, b, pair.touch)) {
            return false;
        }
    }
    return !disjoint_on(cross(broadcast(normal_a), directions_b), a, b, pair.touch);
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

enum class EdgeOutcome { Done, Separated };

/// A side of a face of each tet.
struct EdgePair {
    int a;  ///< the edges' numbers
    int b;
    double turned;  ///< 1, or −1 when the normal is opposite to the edges' cross product
};

EdgePair edge_pair(FacePair faces, int side_a, int side_b, const IntersectionSettings& settings) {
    const bool own = settings.edge_direction == EdgeDirection::OfTriangle;
    return {face_edge(faces.a, side_a), face_edge(faces.b, side_b),
            own ? side_direction(faces.a, side_a) * side_direction(faces.b, side_b) : 1.0};
}

/// Returns true for a point in front of the plane of either face.
bool in_front(const TetPair& pair, FacePair faces, Vector point, double tolerance) {
    const double above_a =
        values_on_planes(pair.a, point)[faces.a] * pair.a.inverse_length[faces.a];
    const double above_b =
        values_on_planes(pair.b, point)[faces.b] * pair.b.inverse_length[faces.b];
    return above_a > tolerance || above_b > tolerance;
}

/// Adds the contacts of an edge pair whose lines are closest strictly inside both edges, and whose
/// common perpendicular does not separate the tets: along + or − that perpendicular. Parallel edges
/// have no such perpendicular and make no contact.
EdgeOutcome add_edge_edge(const TetPair& pair, FacePair faces, EdgePair edges,
                          const IntersectionSettings& settings, TetPairContacts& contacts) {
    const int k_a = edges.a;
    const int k_b = edges.b;
    const Vector u = edge(pair.a, k_a);
    const Vector v = edge(pair.b, k_b);
    const double length_u = length(u);
    const double length_v = length(v);
    const Vector direction = edges.turned * cross(u, v);
    const double size = length(direction);
    if (!(size >= sine_tolerance(settings) * length_u * length_v)) {
        return EdgeOutcome::Done;
    }
    const Vector start_a = vertex(pair.a, kEdgeStart[k_a]);
    const Vector start_b = vertex(pair.b, kEdgeStart[k_b]);
    const ClosestOnLines closest = closest_on_lines(start_a, u, start_b, v, 0.0);
    const double w = length_tolerance(pair.a, pair.b, settings);
    const bool within = closest.s * length_u > w && (1.0 - closest.s) * length_u > w &&
                        closest.t * length_v > w && (1.0 - closest.t) * length_v > w;
    const bool leave = settings.edge_separation == EdgeSeparation::LeaveTetPair;
    if (!within && !leave) {
        return EdgeOutcome::Done;
    }
    const Vector normal = (1.0 / size) * direction;
    const Interval on_n_a = project_tet(pair.a, start_a, normal);
    const Interval on_n_b = project_tet(pair.b, start_a, normal);
    const double touch = pair.touch;
    if (on_n_a.high <= on_n_b.low + touch || on_n_b.high <= on_n_a.low + touch) {
        return EdgeOutcome::Separated;
    }
    if (!within) {
        return EdgeOutcome::Done;
    }
    const Vector p = 0.5 * (start_a + closest.s * u + (start_b + closest.t * v));
    if (settings.midpoint == Midpoint::BehindBoth && in_front(pair, faces, p, w)) {
        return EdgeOutcome::Done;
    }
    // Where a's extent along the normal begins first, b leaves along +n; where b's does, along −n.
    // Both count when they begin together.
    if (on_n_a.low <= on_n_b.low + touch) {
        add_contact(contacts, p, normal, on_n_b.low - on_n_a.high, kFirstEdgeCode + k_a,
                    kFirstEdgeCode + k_b);
    }
    if (on_n_b.low <= on_n_a.low + touch) {
        add_contact(contacts, p, -1.0 * normal, on_n_a.low - on_n_b.high, kFirstEdgeCode + k_a,
                    kFirstEdgeCode + k_b);
    }
    return EdgeOutcome::Done;
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

/// Returns, as bits, the edges of b's face that are not parallel to edge k_a and whose lines are
/// closest to its line inside both: the first two conditions of add_edge_edge, in the same
/// arithmetic.
int crossed_inside(const TetPair& pair, int k_a, const FaceEdges& edges_b,
                   const IntersectionSettings& settings) {
    const Vector along_a = edge(pair.a, k_a);
    const double length_a = length(along_a);
    const VectorLanes u = broadcast(along_a);
    const VectorLanes r = edges_b.start - broadcast(vertex(pair.a, kEdgeStart[k_a]));
    // As in closest_on_lines of tet_pair.h, n is the direction between the closest points.
    const VectorLanes n = cross(u, edges_b.along);
    const Lanes nn = dot(n, n);
    const Lanes s = dot(cross(r, edges_b.along), n) / nn;
    const Lanes t = dot(cross(r, u), n) / nn;
    const Lanes w = broadcast(length_tolerance(pair.a, pair.b, settings));
    const Lanes least = broadcast(sine_tolerance(settings) * length_a) * edges_b.length;
    return 0b111 & bits((sqrt(nn) >= least) & (s * length_a > w) & ((1.0 - s) * length_a > w) &
                        (t * edges_b.length > w) & ((1.0 - t) * edges_b.length > w));
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
    for (int i = 0; i < 3; ++i) {
        const int k_a = face_edge(faces.a, i);
        int candidates = leave ? 0b111 : crossed_inside(pair, k_a, edges_b, settings);
        for (; candidates != 0; candidates &= candidates - 1) {
            const EdgePair edges = edge_pair(faces, i, lowest_bit(candidates), settings);
            const EdgeOutcome outcome = add_edge_edge(pair, faces, edges, settings, contacts);
            if (outcome == EdgeOutcome::Separated && leave) {
                return false;
            }
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
    if (pair.separated && settings.triangles == Triangles::Overlapping) {
        return;
    }
    if (separated(pair.on_a)) {
        pair.on_b = plane_values(b, a, pair.touch);  // left out by make_tet_pair
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
