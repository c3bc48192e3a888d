#include <algorithm>
#include <array>

#include "generators/local/settings/closest_points_settings.h"
#include "generators/plain/distance.h"
#include "generators/plain/methods.h"

namespace touchstone::plain {
namespace {

/// The elements of a tet that have made a contact, and make no other of a later kind.
struct Used {
    std::array<bool, 4> vertices{};
    std::array<bool, 6> edges{};

    /// Returns true when both ends of edge k have.
    bool ends(int k) const { return vertices[kTetEdges[k][0]] && vertices[kTetEdges[k][1]]; }
};

/// The search for pairs of surface elements within reach, kind by kind.
struct ClosestPoints {
    const Pair& pair;
    Used used_a{};
    Used used_b{};
    Contacts contacts{};

    /// Returns T = 2ε: the gap that the erosion of both bodies has opened [m].
    double threshold() const { return 2.0 * pair.own<ClosestPointsSettings>().envelope; }

    /// Returns the largest gap of a contact [m]. The corrected method makes bodies that just touch
    /// count whatever the rounding.
    double reach() const { return threshold() + (pair.absolute() ? 0.0 : pair.length_tolerance()); }

    /// Returns true for a distance in (0, reach].
    bool near(double distance) const {
        return pair.decisions.above(distance, 0.0, pair.size()) &&
               !pair.decisions.above(distance, reach(), pair.size());
    }

    /// Adds a contact halfway between two nearest points. The bodies were eroded by ε each, so a
    /// gap of T means that they touch.
    void add(const Vec3& point_a, const Vec3& point_b, const Vec3& normal, Element element_a,
             Element element_b) {
        contacts.push_back({0.5 * (point_a + point_b), normal,
                            (point_b - point_a).norm() - threshold(), element_a, element_b});
    }

    void vertex_face_pairs() {
        for (int i = 0; i < 4; ++i) {
            for (int face = 0; face < 4; ++face) {
                if (vertex_over(pair.a, i, pair.b, face)) {
                    const Vec3 foot = foot_of(pair.a.corners[i], pair.b, face);
                    add(pair.a.corners[i], foot, -face_normal(pair.b, face), vertex_element(i),
                        face_element(face));
                    used_a.vertices[i] = true;
                }
            }
        }
        for (int i = 0; i < 4; ++i) {
            for (int face = 0; face < 4; ++face) {
                if (vertex_over(pair.b, i, pair.a, face)) {
                    const Vec3 foot = foot_of(pair.b.corners[i], pair.a, face);
                    add(foot, pair.b.corners[i], face_normal(pair.a, face), face_element(face),
                        vertex_element(i));
                    used_b.vertices[i] = true;
                }
            }
        }
    }

    static Vec3 foot_of(const Vec3& point, const PlainTet& tet, int face) {
        return point - distance_to_face(tet, face, point) * face_normal(tet, face);
    }

    bool vertex_over(const PlainTet& vertices, int i, const PlainTet& faces, int face) const {
        return has(vertices.surface.vertices, i) && has(faces.surface.faces, face) &&
               near(distance_to_face(faces, face, vertices.corners[i])) &&
               over_face(faces, face, vertices.corners[i], pair.decisions);
    }

    /// Returns true when edge j of B may still meet edge i of A.
    bool both_open(int i, int j) const {
        const bool row_of_a = pair.own<ClosestPointsSettings>().used_ends == UsedEnds::RowOfA;
        const bool ends_used = used_b.ends(row_of_a ? i : j);
        return !used_a.ends(i) && !ends_used && !used_a.edges[i] && !used_b.edges[j];
    }

    void edge_edge_pairs() {
        const bool once = pair.own<ClosestPointsSettings>().edge_use == EdgeUse::Once;
        bool any = false;
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) {
                if (has(pair.a.surface.edges, i) && has(pair.b.surface.edges, j) &&
                    both_open(i, j) && edge_edge(i, j)) {
                    used_a.edges[i] = once;
                    used_b.edges[j] = true;
                    any = true;
                }
            }
        }
        // The research code writes down the wrong number.
        used_a.edges[0] = used_a.edges[0] || (any && !once);
    }

    /// Returns true when the edges make a contact.
    bool edge_edge(int i, int j) {
        const Vec3 u = edge_vector(pair.a, i);
        const Vec3 v = edge_vector(pair.b, j);
        const Vec3 start_a = edge_start(pair.a, i);
        const Vec3 start_b = edge_start(pair.b, j);
        const auto nearest =
            nearest_on_lines(start_a, u, start_b, v, pair.angle_tolerance(), pair.decisions);
        if (!nearest) {
            return false;
        }
        bool within = true;
        for (const double share : {nearest->s, 1.0 - nearest->s, nearest->t, 1.0 - nearest->t}) {
            within = pair.decisions.above(share, 0.0, 1.0) && within;
        }
        const Vec3 point_a = start_a + nearest->s * u;
        const Vec3 point_b = start_b + nearest->t * v;
        // The difference of two points far from the origin would lose digits.
        const Vec3 gap = (start_b - start_a) + nearest->t * v - nearest->s * u;
        if (!within || !near(gap.norm())) {
            return false;
        }
        pair.decisions.note(gap.norm() - 1e-9, 1.0);
        Vec3 normal = gap.norm() < 1e-9 ? Vec3(u.cross(v).normalized()) : Vec3(gap.normalized());
        if (pair.own<ClosestPointsSettings>().edge_normal == EdgeNormal::Code) {
            normal = u.cross(start_b + v - start_a).normalized();
            pair.decisions.note(normal.dot(gap), pair.size());
            normal = normal.dot(gap) < 0.0 ? Vec3(-normal) : normal;
        }
        add(point_a, point_b, normal, edge_element(i), edge_element(j));
        return true;
    }

    /// Adds edges of one tet through faces of the other; of_a: the edges are A's. An edge through
    /// two faces makes two contacts.
    void edge_face_pairs(bool of_a) {
        const PlainTet& edges = of_a ? pair.a : pair.b;
        const PlainTet& faces = of_a ? pair.b : pair.a;
        Used& used = of_a ? used_a : used_b;
        for (int k = 0; k < 6; ++k) {
            const bool free = !used.edges[k] && has(edges.surface.edges, k);
            for (int face = 0; face < 4; ++face) {
                const auto t = crossing(edges, k, faces, face, pair.decisions);
                if (!t || !free || !has(faces.surface.faces, face)) {
                    continue;
                }
                const Vec3 q = edge_start(edges, k) + *t * edge_vector(edges, k);
                if (!over_face(faces, face, q, pair.decisions)) {
                    continue;
                }
                const double from = distance_to_face(faces, face, edge_start(edges, k));
                const double to =
                    distance_to_face(faces, face, edge_start(edges, k) + edge_vector(edges, k));
                const Vec3 normal = face_normal(faces, face);
                const double depth = std::min(from, to);
                contacts.push_back(
                    of_a ? PlainContact{q, -normal, depth, edge_element(k), face_element(face)}
                         : PlainContact{q, normal, depth, face_element(face), edge_element(k)});
                used.edges[k] = true;
            }
        }
    }

    /// Compares vertices with edges; of_a: the vertices are A's, the edges B's.
    void vertex_edge_pairs(bool of_a) {
        const PlainTet& vertices = of_a ? pair.a : pair.b;
        const PlainTet& edges = of_a ? pair.b : pair.a;
        Used& used_vertices = of_a ? used_a : used_b;
        Used& used_edges = of_a ? used_b : used_a;
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 6; ++k) {
                if (!has(vertices.surface.vertices, i) || !has(edges.surface.edges, k) ||
                    used_vertices.vertices[i] || used_edges.edges[k]) {
                    continue;
                }
                const Vec3& point = vertices.corners[i];
                const Vec3 u = edge_vector(edges, k);
                const double share = u.dot(point - edge_start(edges, k)) / u.squaredNorm();
                const Vec3 foot = edge_start(edges, k) + share * u;
                const bool within =
                    pair.decisions.above(share, 0.0, 1.0) && pair.decisions.above(1.0, share, 1.0);
                if (!within || !near((foot - point).norm())) {
                    continue;
                }
                if (of_a) {
                    add(point, foot, (foot - point).normalized(), vertex_element(i),
                        edge_element(k));
                } else {
                    add(foot, point, (point - foot).normalized(), edge_element(k),
                        vertex_element(i));
                }
                used_vertices.vertices[i] = true;
                used_edges.edges[k] = true;
            }
        }
    }

    void vertex_vertex_pairs() {
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) {
                const Vec3 gap = pair.b.corners[j] - pair.a.corners[i];
                if (has(pair.a.surface.vertices, i) && has(pair.b.surface.vertices, j) &&
                    !used_a.vertices[i] && !used_b.vertices[j] && near(gap.norm())) {
                    add(pair.a.corners[i], pair.b.corners[j], gap.normalized(), vertex_element(i),
                        vertex_element(j));
                    used_a.vertices[i] = true;
                    used_b.vertices[j] = true;
                }
            }
        }
    }
};

/// Returns true when the slabs of the research code's bounds, along (1, ±1, ±1), have a gap.
bool bare_leaves_apart(const Pair& pair) {
    bool apart = false;
    for (const Vec3& axis : {Vec3(1, 1, 1), Vec3(1, 1, -1), Vec3(1, -1, 1), Vec3(1, -1, -1)}) {
        const Span a = project(pair.a.corners, axis, pair.a.corners[0]);
        const Span b = project(pair.b.corners, axis, pair.a.corners[0]);
        apart = pair.decisions.above(b.low, a.high, pair.size()) || apart;
        apart = pair.decisions.above(a.low, b.high, pair.size()) || apart;
    }
    return apart;
}

}  // namespace

// Erleben [2018], §6, Closest points method: the bodies have been eroded by ε, so that bodies which
// touched are now 2ε apart. Nearest points of two surface elements within that reach make a contact
// halfway between them, with its normal along the line that joins them. Vertices over faces come
// first, then pairs of edges, then edges that run through a face and, with low features, vertices
// beside edges and beside vertices: an element that has made a contact makes none of a later kind.
Contacts closest_points(const Pair& pair) {
    if (pair.own<ClosestPointsSettings>().leaves == Leaves::Bare && bare_leaves_apart(pair)) {
        return {};
    }
    ClosestPoints search{pair};
    search.vertex_face_pairs();
    search.edge_edge_pairs();
    search.edge_face_pairs(true);
    search.edge_face_pairs(false);
    if (pair.own<ClosestPointsSettings>().low_features) {
        search.vertex_edge_pairs(true);
        search.vertex_edge_pairs(false);
        search.vertex_vertex_pairs();
    }
    return search.contacts;
}

}  // namespace touchstone::plain
