#include "generators/local/settings/intersection_settings.h"
#include "generators/plain/distance.h"
#include "generators/plain/methods.h"

namespace touchstone::plain {
namespace {

std::array<Vec3, 3> triangle(const PlainTet& tet, int face) {
    return {corner_of_face(tet, face, 0), corner_of_face(tet, face, 1),
            corner_of_face(tet, face, 2)};
}

/// Adds (V, F): vertices of a face of `other` on or behind a face of `tet`, no deeper than the
/// closeness, and within the planes perpendicular to that face through its edges. `of_a`: `other`
/// is A.
void add_vertices_behind(const PlainTet& tet, int face, const PlainTet& other, int other_face,
                         bool of_a, const Pair& pair, Contacts& contacts) {
    const bool raw = pair.own<IntersectionSettings>().vf_normal == VfNormal::Raw;
    const Vec3 normal = raw ? raw_face_normal(tet, face) : face_normal(tet, face);
    for (const int i : kTetFaces[other_face]) {
        const Vec3& point = other.corners[i];
        const double distance = distance_to_face(tet, face, point);
        if (pair.decisions.above(distance, 0.0, pair.size()) ||
            pair.decisions.above(-distance, pair.own<IntersectionSettings>().closeness,
                                 pair.size()) ||
            !over_face(tet, face, point, pair.decisions)) {
            continue;
        }
        // The research code takes the plane's value with the raw normal for the depth.
        contacts.push_back(vertex_face_contact(of_a, point, i, face, normal,
                                               raw ? distance * normal.norm() : distance));
    }
}

/// Returns true when the nearest points of the lines of two edges lie strictly within both.
bool nearest_within(const LineShares& shares, double length_a, double length_b, const Pair& pair) {
    for (const double from_end : {shares.s * length_a, (1.0 - shares.s) * length_a,
                                  shares.t * length_b, (1.0 - shares.t) * length_b}) {
        if (!pair.decisions.above(from_end, pair.length_tolerance(), pair.size())) {
            return false;
        }
    }
    return true;
}

/// One side of a triangle of each tet, as edges of the tets.
struct EdgePair {
    int a;
    int b;
    bool turned;  ///< the normal is opposite to the edges' cross product
};

EdgePair edge_pair(const Pair& pair, int face_a, int i, int face_b, int j) {
    const int from_a = kTetFaces[face_a][i];
    const int to_a = kTetFaces[face_a][(i + 1) % 3];
    const int from_b = kTetFaces[face_b][j];
    const int to_b = kTetFaces[face_b][(j + 1) % 3];
    const bool of_triangle =
        pair.own<IntersectionSettings>().edge_direction == EdgeDirection::OfTriangle;
    return {edge_of(from_a, to_a), edge_of(from_b, to_b),
            of_triangle && (from_a < to_a) != (from_b < to_b)};
}

/// Adds (E, E): two edges that are not parallel, and whose cross product does not separate the
/// tets. The contact lies halfway between the nearest points of their lines, when these lie on the
/// edges and not in front of the two faces. The normal is the cross product, in the direction that
/// undoes the overlap. Returns false when the cross product separates the tets.
bool add_edge_edge(EdgePair edges, int face_a, int face_b, const Pair& pair, Contacts& contacts) {
    const int i = edges.a;
    const int j = edges.b;
    const Vec3 u = edge_vector(pair.a, i);
    const Vec3 v = edge_vector(pair.b, j);
    const Vec3 across = u.normalized().cross(v.normalized());
    if (!pair.decisions.above(across.norm(), pair.angle_tolerance(), 1.0)) {
        return true;
    }
    const Vec3 axis = edges.turned ? Vec3(-across.normalized()) : Vec3(across.normalized());
    const Span a = project(pair.a.corners, axis, pair.a.corners[0]);
    const Span b = project(pair.b.corners, axis, pair.a.corners[0]);
    if (!pair.decisions.above(a.high, b.low, pair.size()) ||
        !pair.decisions.above(b.high, a.low, pair.size())) {
        return false;
    }
    const auto nearest =
        nearest_on_lines(edge_start(pair.a, i), u, edge_start(pair.b, j), v, 0.0, pair.decisions);
    if (!nearest_within(*nearest, u.norm(), v.norm(), pair)) {
        return true;
    }
    const Vec3 point_a = edge_start(pair.a, i) + nearest->s * u;
    const Vec3 point_b = edge_start(pair.b, j) + nearest->t * v;
    const Vec3 middle = 0.5 * (point_a + point_b);
    const double w = pair.length_tolerance();
    if (pair.own<IntersectionSettings>().midpoint == Midpoint::BehindBoth &&
        (pair.decisions.above(distance_to_face(pair.a, face_a, middle), w, pair.size()) ||
         pair.decisions.above(distance_to_face(pair.b, face_b, middle), w, pair.size()))) {
        return true;
    }
    pair.decisions.note(b.low - a.low, pair.size());
    if (a.low <= b.low) {
        contacts.push_back({middle, axis, b.low - a.high, edge_element(i), edge_element(j)});
    }
    if (b.low <= a.low) {
        contacts.push_back({middle, -axis, a.low - b.high, edge_element(i), edge_element(j)});
    }
    return true;
}

}  // namespace

// Erleben [2018], §6, Intersection method: every pair of surface triangles, as published or only of
// those that meet, one of each tet, gives all its contacts of a vertex with a face, then all of an
// edge with an edge. No choice is made between them, so one touch may be reported with several
// normals.
Contacts intersection(const Pair& pair) {
    Contacts contacts;
    for (int face_a = 0; face_a < 4; ++face_a) {
        for (int face_b = 0; face_b < 4; ++face_b) {
            if (!has(pair.a.surface.faces, face_a) || !has(pair.b.surface.faces, face_b)) {
                continue;
            }
            const bool all = pair.own<IntersectionSettings>().triangles == Triangles::All;
            if (!all && !triangles_overlap(triangle(pair.a, face_a), triangle(pair.b, face_b),
                                           pair.decisions)) {
                continue;
            }
            add_vertices_behind(pair.b, face_b, pair.a, face_a, true, pair, contacts);
            add_vertices_behind(pair.a, face_a, pair.b, face_b, false, pair, contacts);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    const EdgePair edges = edge_pair(pair, face_a, i, face_b, j);
                    if (!add_edge_edge(edges, face_a, face_b, pair, contacts) &&
                        pair.own<IntersectionSettings>().edge_separation ==
                            EdgeSeparation::LeaveTetPair) {
                        return contacts;
                    }
                }
            }
        }
    }
    return contacts;
}

}  // namespace touchstone::plain
