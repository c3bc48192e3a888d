#include "generators/tests/plain_methods.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "generators/kernels/kernel.h"
#include "methods/base/error.h"

namespace touchstone::testing {
namespace {

using Contacts = std::vector<PlainContact>;

/// One pair and what all methods need of it.
struct Pair {
    const PlainTet& a;
    const PlainTet& b;
    const GeneratorSettings& settings;
    Decisions& decisions;

    double size() const { return std::max(longest_edge(a), longest_edge(b)); }
    bool absolute() const { return settings.tolerance == Tolerance::Absolute; }
    double length_tolerance() const {
        return absolute() ? 1.19e-6 : settings.precision * size();
    }  ///< w [m]
    double angle_tolerance() const { return absolute() ? 1.19e-6 : settings.precision; }
};

// --- points that two tets share, and how they are reported ---------------------------------------

struct SharedPoint {
    Vec3 position;
    int element_a;
    int element_b;
};

/// `point` lies on the plane of `own_face`, which is not asked.
bool inside_but_for(const PlainTet& tet, int own_face, const Vec3& point, Decisions& decisions) {
    for (int face = 0; face < 4; ++face) {
        if (face != own_face &&
            decisions.above(distance_to_face(tet, face, point), 0.0, longest_edge(tet))) {
            return false;
        }
    }
    return true;
}

/// Crossings of the edges of one with the faces of the other; of_a: the edges are A's.
void add_crossings(const Pair& pair, bool of_a, std::vector<SharedPoint>& points) {
    const PlainTet& edges = of_a ? pair.a : pair.b;
    const PlainTet& planes = of_a ? pair.b : pair.a;
    for (int k = 0; k < 6; ++k) {
        for (int face = 0; face < 4; ++face) {
            const auto t = crossing(edges, k, planes, face, pair.decisions);
            if (!t) {
                continue;
            }
            const Vec3 q = edge_start(edges, k) + *t * edge_vector(edges, k);
            if (inside_but_for(planes, face, q, pair.decisions)) {
                const int edge_code = kFirstEdgeCode + k;
                const int face_code = kFirstFaceCode + face;
                points.push_back({q, of_a ? edge_code : face_code, of_a ? face_code : edge_code});
            }
        }
    }
}

std::vector<SharedPoint> shared_points(const Pair& pair) {
    std::vector<SharedPoint> points;
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.b, pair.a.corners[i], pair.decisions)) {
            points.push_back({pair.a.corners[i], i, kTetCode});
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.a, pair.b.corners[i], pair.decisions)) {
            points.push_back({pair.b.corners[i], kTetCode, i});
        }
    }
    add_crossings(pair, true, points);
    add_crossings(pair, false, points);
    return points;
}

/// Along `normal`, with the extent of the shared points as depth.
Contacts report(const Pair& pair, const Vec3& normal, bool to_the_middle) {
    const std::vector<SharedPoint> points = shared_points(pair);
    Contacts contacts;
    if (points.empty()) {
        return contacts;
    }
    std::vector<Vec3> positions;
    for (const SharedPoint& point : points) {
        positions.push_back(point.position);
    }
    const Vec3 origin = positions.front();
    const Span span = project(positions, normal, origin);
    const double middle = 0.5 * (span.low + span.high);
    for (const SharedPoint& point : points) {
        Vec3 position = point.position;
        if (to_the_middle) {
            position += (middle - (position - origin).dot(normal)) * normal;
        }
        const bool repeated = std::ranges::any_of(contacts, [&](const PlainContact& other) {
            const Vec3 apart = other.position - position;
            // The research code's maximum norm depends on how the scene is turned.
            const double gap = pair.absolute() ? apart.cwiseAbs().maxCoeff() : apart.norm();
            return !pair.decisions.above(gap, pair.length_tolerance(), pair.size());
        });
        if (!repeated) {
            contacts.push_back(
                {position, normal, span.low - span.high, point.element_a, point.element_b});
        }
    }
    return contacts;
}

// --- vertices inside tets
// --------------------------------------------------------------------------

/// A vertex of one tet against a face of the other. `of_a`: the vertex belongs to A.
PlainContact vertex_face(bool of_a, const Vec3& position, int vertex, int face, const Vec3& normal,
                         double separation) {
    const int face_code = kFirstFaceCode + face;
    return of_a ? PlainContact{position, -normal, separation, vertex, face_code}
                : PlainContact{position, normal, separation, face_code, vertex};
}

/// `tet` holds vertices of `other`; of_a: `other` is A.
void vertices_in(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
                 Contacts& contacts) {
    for (int i = 0; i < 4; ++i) {
        const Vec3& point = other.corners[i];
        if (!inside(tet, point, pair.decisions)) {
            continue;
        }
        int chosen = -1;
        double best = 0.0;
        for (int face = 0; face < 4; ++face) {
            if (!has(tet.surface.faces, face)) {
                continue;
            }
            const double distance = distance_to_face(tet, face, point);
            const double gain =
                pair.settings.face_choice == FaceChoice::Closest ? distance : -distance;
            if (chosen < 0 || pair.decisions.above(gain, best, longest_edge(tet))) {
                chosen = face;
                best = gain;
            }
        }
        if (chosen >= 0) {
            contacts.push_back(vertex_face(of_a, point, i, chosen, face_normal(tet, chosen),
                                           distance_to_face(tet, chosen, point)));
        }
    }
}

Contacts vertex_only(const Pair& pair) {
    Contacts contacts;
    vertices_in(pair.a, pair.b, false, pair, contacts);
    vertices_in(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

void consistent_vertices_in(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
                            Contacts& contacts) {
    std::array<bool, 4> is_inside;
    for (int i = 0; i < 4; ++i) {
        is_inside[i] = inside(tet, other.corners[i], pair.decisions);
    }
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (!is_inside[i] || is_inside[j]) {
                continue;
            }
            const int edge = edge_of(i, j);
            int chosen = -1;
            double best = 2.0;
            for (int face = 0; face < 4; ++face) {
                const auto t = crossing(other, edge, tet, face, pair.decisions);
                if (!t || !has(tet.surface.faces, face)) {
                    continue;
                }
                const double from_i = kTetEdges[edge][0] == i ? *t : 1.0 - *t;
                if (pair.decisions.above(best, from_i, 1.0)) {
                    chosen = face;
                    best = from_i;
                }
            }
            if (chosen >= 0) {
                const Vec3& point = other.corners[i];
                contacts.push_back(vertex_face(of_a, point, i, chosen, face_normal(tet, chosen),
                                               distance_to_face(tet, chosen, point)));
            }
        }
    }
}

Contacts consistent_vertex(const Pair& pair) {
    Contacts contacts;
    consistent_vertices_in(pair.a, pair.b, false, pair, contacts);
    consistent_vertices_in(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

// --- separating axes
// -------------------------------------------------------------------------------

/// The best axis so far: the one along which the tets overlap least.
struct BestAxis {
    double value = -std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::Zero();
    bool disjoint = false;
};

void try_axis(const Pair& pair, const Vec3& axis, BestAxis& best) {
    const double size = pair.size();
    const Span a = project(pair.a.corners, axis, pair.a.corners[0]);
    const Span b = project(pair.b.corners, axis, pair.a.corners[0]);
    if (pair.decisions.above(b.low, a.high, size) || pair.decisions.above(a.low, b.high, size)) {
        best.disjoint = true;
        return;
    }
    pair.decisions.note(a.low - b.low, size);
    if (a.low <= b.low && pair.decisions.above(b.low - a.high, best.value, size)) {
        best.value = b.low - a.high;
        best.normal = axis;
    }
    if (b.low <= a.low && pair.decisions.above(a.low - b.high, best.value, size)) {
        best.value = a.low - b.high;
        best.normal = -axis;
    }
}

Contacts sat(const Pair& pair, TetSurface elements_a, TetSurface elements_b) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    BestAxis of_faces;
    for (int face = 0; face < 4; ++face) {
        if (has(elements_a.faces, face)) {
            try_axis(pair, face_normal(pair.a, face), of_faces);
        }
        if (has(elements_b.faces, face)) {
            try_axis(pair, face_normal(pair.b, face), of_faces);
        }
    }
    BestAxis of_edges;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            if (!has(elements_a.edges, i) || !has(elements_b.edges, j)) {
                continue;
            }
            const Vec3 u = edge_vector(pair.a, i);
            const Vec3 v = edge_vector(pair.b, j);
            // Not of unit edges: as in the research code, the bound is one of area.
            const double least =
                pair.angle_tolerance() *
                (pair.absolute() ? 1.0 : longest_edge(pair.a) * longest_edge(pair.b));
            if (pair.decisions.above(u.cross(v).norm(), least,
                                     longest_edge(pair.a) * longest_edge(pair.b))) {
                try_axis(pair, u.cross(v).normalized(), of_edges);
            }
        }
    }
    if (of_faces.disjoint || of_edges.disjoint) {
        return {};
    }
    const bool edge_wins =
        pair.decisions.above(of_edges.value, of_faces.value + pair.settings.face_bias, pair.size());
    const BestAxis& best = edge_wins ? of_edges : of_faces;
    return std::isfinite(best.value) ? report(pair, best.normal, true) : Contacts{};
}

Contacts volume_sat(const Pair& pair) {
    const TetSurface everything{15, 63, 15};
    return sat(pair, everything, everything);
}

Contacts surface_sat(const Pair& pair) { return sat(pair, pair.a.surface, pair.b.surface); }

// --- opposing faces
// --------------------------------------------------------------------------------

Contacts opposing(const Pair& pair) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    double best = 0.0;
    Vec3 normal = Vec3::Zero();
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (!has(pair.a.surface.faces, i) || !has(pair.b.surface.faces, j)) {
                continue;
            }
            const Vec3 normal_a = face_normal(pair.a, i);
            const Vec3 normal_b = face_normal(pair.b, j);
            const double apex_a = distance_to_face(pair.b, j, pair.a.corners[i]);
            const double apex_b = distance_to_face(pair.a, i, pair.b.corners[j]);
            pair.decisions.note(apex_a, pair.size());
            pair.decisions.note(apex_b, pair.size());
            const bool sandwiched = pair.settings.sandwich == Sandwich::Both
                                        ? apex_a > 0.0 && apex_b > 0.0
                                        : !(apex_a < 0.0 && apex_b < 0.0);
            if (sandwiched && pair.decisions.above(best, normal_a.dot(normal_b), 1.0)) {
                best = normal_a.dot(normal_b);
                normal = pair.settings.opposing_normal == OpposingNormal::FaceA
                             ? normal_a
                             : Vec3((normal_a - normal_b).normalized());
            }
        }
    }
    return best < 0.0 ? report(pair, normal, true) : Contacts{};
}

// --- intersecting surface triangles
// ----------------------------------------------------------------

std::array<Vec3, 3> triangle(const PlainTet& tet, int face) {
    return {corner_of_face(tet, face, 0), corner_of_face(tet, face, 1),
            corner_of_face(tet, face, 2)};
}

/// Vertices of a face of `other` behind a face of `tet`; of_a: `other` is A.
void vertices_behind(const PlainTet& tet, int face, const PlainTet& other, int other_face,
                     bool of_a, const Pair& pair, Contacts& contacts) {
    const bool raw = pair.settings.vf_normal == VfNormal::Raw;
    const Vec3 normal = raw ? raw_face_normal(tet, face) : face_normal(tet, face);
    for (const int i : kTetFaces[other_face]) {
        const Vec3& point = other.corners[i];
        const double distance = distance_to_face(tet, face, point);
        if (pair.decisions.above(distance, 0.0, pair.size()) ||
            pair.decisions.above(-distance, pair.settings.closeness, pair.size()) ||
            !over_face(tet, face, point, pair.decisions)) {
            continue;
        }
        // The plane's value with the raw normal is what the research code calls the depth.
        contacts.push_back(
            vertex_face(of_a, point, i, face, normal, raw ? distance * normal.norm() : distance));
    }
}

/// False: their axis separates the tets.
bool edge_against_edge(int i, int face_a, int j, int face_b, const Pair& pair, Contacts& contacts) {
    const Vec3 u = edge_vector(pair.a, i);
    const Vec3 v = edge_vector(pair.b, j);
    const Vec3 across = u.normalized().cross(v.normalized());
    if (!pair.decisions.above(across.norm(), pair.angle_tolerance(), 1.0)) {
        return true;
    }
    const Vec3 axis = across.normalized();
    const Span a = project(pair.a.corners, axis, pair.a.corners[0]);
    const Span b = project(pair.b.corners, axis, pair.a.corners[0]);
    if (!pair.decisions.above(a.high, b.low, pair.size()) ||
        !pair.decisions.above(b.high, a.low, pair.size())) {
        return false;
    }
    const auto nearest =
        nearest_on_lines(edge_start(pair.a, i), u, edge_start(pair.b, j), v, 0.0, pair.decisions);
    const double w = pair.length_tolerance();
    for (const double from_end : {nearest->s * u.norm(), (1.0 - nearest->s) * u.norm(),
                                  nearest->t * v.norm(), (1.0 - nearest->t) * v.norm()}) {
        if (!pair.decisions.above(from_end, w, pair.size())) {
            return true;
        }
    }
    const Vec3 point_a = edge_start(pair.a, i) + nearest->s * u;
    const Vec3 point_b = edge_start(pair.b, j) + nearest->t * v;
    const Vec3 middle = 0.5 * (point_a + point_b);
    if (pair.decisions.above(distance_to_face(pair.a, face_a, middle), w, pair.size()) ||
        pair.decisions.above(distance_to_face(pair.b, face_b, middle), w, pair.size())) {
        return true;
    }
    pair.decisions.note(b.low - a.low, pair.size());
    if (a.low <= b.low) {
        contacts.push_back({middle, axis, b.low - a.high, kFirstEdgeCode + i, kFirstEdgeCode + j});
    }
    if (b.low <= a.low) {
        contacts.push_back({middle, -axis, a.low - b.high, kFirstEdgeCode + i, kFirstEdgeCode + j});
    }
    return true;
}

Contacts intersection(const Pair& pair) {
    Contacts contacts;
    for (int face_a = 0; face_a < 4; ++face_a) {
        for (int face_b = 0; face_b < 4; ++face_b) {
            if (!has(pair.a.surface.faces, face_a) || !has(pair.b.surface.faces, face_b) ||
                !triangles_overlap(triangle(pair.a, face_a), triangle(pair.b, face_b),
                                   pair.decisions)) {
                continue;
            }
            vertices_behind(pair.b, face_b, pair.a, face_a, true, pair, contacts);
            vertices_behind(pair.a, face_a, pair.b, face_b, false, pair, contacts);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    const int edge_a =
                        edge_of(kTetFaces[face_a][i], kTetFaces[face_a][(i + 1) % 3]);
                    const int edge_b =
                        edge_of(kTetFaces[face_b][j], kTetFaces[face_b][(j + 1) % 3]);
                    if (!edge_against_edge(edge_a, face_a, edge_b, face_b, pair, contacts) &&
                        pair.settings.edge_separation == EdgeSeparation::LeaveTetPair) {
                        return contacts;
                    }
                }
            }
        }
    }
    return contacts;
}

// --- closest points
// --------------------------------------------------------------------------------

/// What has made a contact already.
struct Used {
    std::array<bool, 4> vertices{};
    std::array<bool, 6> edges{};

    bool ends(int k) const { return vertices[kTetEdges[k][0]] && vertices[kTetEdges[k][1]]; }
};

struct ClosestPoints {
    const Pair& pair;
    Used used_a{};
    Used used_b{};
    Contacts contacts{};

    double threshold() const { return 2.0 * pair.settings.envelope; }

    /// The corrected method lets bodies that just touch count whatever the rounding.
    double reach() const { return threshold() + (pair.absolute() ? 0.0 : pair.length_tolerance()); }

    /// In (0, reach].
    bool near(double distance) const {
        return pair.decisions.above(distance, 0.0, pair.size()) &&
               !pair.decisions.above(distance, reach(), pair.size());
    }

    void add(const Vec3& point_a, const Vec3& point_b, const Vec3& normal, int element_a,
             int element_b) {
        contacts.push_back({0.5 * (point_a + point_b), normal,
                            (point_b - point_a).norm() - threshold(), element_a, element_b});
    }

    void vertex_face_pairs() {
        for (int i = 0; i < 4; ++i) {
            for (int face = 0; face < 4; ++face) {
                if (vertex_over(pair.a, i, pair.b, face)) {
                    const Vec3 foot = foot_of(pair.a.corners[i], pair.b, face);
                    add(pair.a.corners[i], foot, -face_normal(pair.b, face), i,
                        kFirstFaceCode + face);
                    used_a.vertices[i] = true;
                }
            }
        }
        for (int i = 0; i < 4; ++i) {
            for (int face = 0; face < 4; ++face) {
                if (vertex_over(pair.b, i, pair.a, face)) {
                    const Vec3 foot = foot_of(pair.b.corners[i], pair.a, face);
                    add(foot, pair.b.corners[i], face_normal(pair.a, face), kFirstFaceCode + face,
                        i);
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

    bool open(const Used& used, int k) const { return !used.edges[k] && !used.ends(k); }

    void edge_edge_pairs() {
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) {
                if (has(pair.a.surface.edges, i) && has(pair.b.surface.edges, j) &&
                    open(used_a, i) && open(used_b, j)) {
                    edge_edge(i, j);
                }
            }
        }
    }

    void edge_edge(int i, int j) {
        const Vec3 u = edge_vector(pair.a, i);
        const Vec3 v = edge_vector(pair.b, j);
        const Vec3 start_a = edge_start(pair.a, i);
        const Vec3 start_b = edge_start(pair.b, j);
        const auto nearest =
            nearest_on_lines(start_a, u, start_b, v, pair.angle_tolerance(), pair.decisions);
        if (!nearest) {
            return;
        }
        bool within = true;
        for (const double share : {nearest->s, 1.0 - nearest->s, nearest->t, 1.0 - nearest->t}) {
            within = pair.decisions.above(share, 0.0, 1.0) && within;
        }
        const Vec3 point_a = start_a + nearest->s * u;
        const Vec3 point_b = start_b + nearest->t * v;
        // Not the difference of two points that may lie far from the origin.
        const Vec3 gap = (start_b - start_a) + nearest->t * v - nearest->s * u;
        if (!within || !near(gap.norm())) {
            return;
        }
        pair.decisions.note(gap.norm() - 1e-9, 1.0);
        Vec3 normal = gap.norm() < 1e-9 ? Vec3(u.cross(v).normalized()) : Vec3(gap.normalized());
        if (pair.settings.edge_normal == EdgeNormal::Code) {
            normal = u.cross(start_b - start_a).normalized();
            pair.decisions.note(normal.dot(gap), pair.size());
            normal = normal.dot(gap) < 0.0 ? Vec3(-normal) : normal;
        }
        add(point_a, point_b, normal, kFirstEdgeCode + i, kFirstEdgeCode + j);
        used_a.edges[i] = true;
        used_b.edges[j] = true;
    }

    /// Edges of one through faces of the other; of_a: the edges are A's. An edge that runs through
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
                const int edge_code = kFirstEdgeCode + k;
                const int face_code = kFirstFaceCode + face;
                const double depth = std::min(from, to);
                contacts.push_back(of_a ? PlainContact{q, -normal, depth, edge_code, face_code}
                                        : PlainContact{q, normal, depth, face_code, edge_code});
                used.edges[k] = true;
            }
        }
    }

    /// of_a: A's vertices against B's edges.
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
                    add(point, foot, (foot - point).normalized(), i, kFirstEdgeCode + k);
                } else {
                    add(foot, point, (point - foot).normalized(), kFirstEdgeCode + k, i);
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
                    add(pair.a.corners[i], pair.b.corners[j], gap.normalized(), i, j);
                    used_a.vertices[i] = true;
                    used_b.vertices[j] = true;
                }
            }
        }
    }
};

Contacts closest_points(const Pair& pair) {
    ClosestPoints search{pair};
    search.vertex_face_pairs();
    search.edge_edge_pairs();
    search.edge_face_pairs(true);
    search.edge_face_pairs(false);
    if (pair.settings.low_features) {
        search.vertex_edge_pairs(true);
        search.vertex_edge_pairs(false);
        search.vertex_vertex_pairs();
    }
    return search.contacts;
}

// --- growth
// ----------------------------------------------------------------------------------------

/// Twice the largest distance of a corner from the centroid.
double reach_from_centroid(const PlainTet& tet) {
    double farthest = 0.0;
    for (const Vec3& corner : tet.corners) {
        farthest = std::max(farthest, (corner - centroid(tet)).norm());
    }
    return 2.0 * farthest;
}

/// The direction between the tets when they have shrunk and grown again until they nearly touch.
std::optional<Vec3> growth_direction(const Pair& pair) {
    // Near the origin, scaled corners lose nothing to rounding.
    const PlainTet a = moved(pair.a, -pair.a.corners[0]);
    const PlainTet b = moved(pair.b, -pair.a.corners[0]);
    const Vec3 v = centroid(a) - centroid(b);
    double scale = pair.settings.first_scale;
    while (overlapping(scaled(a, scale), scaled(b, scale), pair.decisions)) {
        scale *= 0.9;
        if (scale < 1e-6) {
            return std::nullopt;  // the centroids coincide
        }
    }
    const auto connection = [&](double s) {
        return shortest_connection(scaled(a, s), scaled(b, s));
    };
    const double diameter = std::min(reach_from_centroid(a), reach_from_centroid(b));
    double tau = 1.0 - 1.0 / scale;
    Vec3 s = connection(scale);
    for (int i = 0; i < 20 && pair.decisions.above(s.norm(), 0.01 * diameter, diameter); ++i) {
        tau -= 0.9 * s.dot(v) / v.squaredNorm();
        const double next = std::min(1.0, 1.0 / (1.0 - std::min(tau, 0.0)));
        if (next == scale || overlapping(scaled(a, next), scaled(b, next), pair.decisions)) {
            break;
        }
        scale = next;
        s = connection(scale);
    }
    return s.normalized();
}

/// The face whose normal is within 4 degrees of the direction.
struct FoundFace {
    int face = -1;
    double cosine = 0.0;
};
FoundFace face_towards(const PlainTet& tet, const Vec3& direction, const Pair& pair) {
    const double least = std::cos(4.0 * std::numbers::pi / 180.0);
    FoundFace found;
    for (int face = 0; face < 4; ++face) {
        if (pair.settings.surface_faces_only && !has(tet.surface.faces, face)) {
            continue;
        }
        const double cosine = face_normal(tet, face).dot(direction);
        if (!pair.decisions.above(cosine, least, 1.0)) {
            continue;
        }
        const bool first = found.face < 0;
        if (first || (pair.settings.growth_face == GrowthFace::Best &&
                      pair.decisions.above(cosine, found.cosine, 1.0))) {
            found = {face, cosine};
        }
    }
    return found;
}

Contacts growth(const Pair& pair) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    const std::optional<Vec3> direction = growth_direction(pair);
    if (!direction) {
        return {};
    }
    const FoundFace of_a = face_towards(pair.a, *direction, pair);
    const FoundFace of_b = face_towards(pair.b, -*direction, pair);
    // An edge or a vertex gives the direction itself, so only faces matter.
    Vec3 normal = *direction;
    const bool b_is_closer =
        of_b.face >= 0 && (of_a.face < 0 || (pair.settings.growth_face == GrowthFace::Best &&
                                             pair.decisions.above(of_b.cosine, of_a.cosine, 1.0)));
    if (b_is_closer) {
        normal = -face_normal(pair.b, of_b.face);
    } else if (of_a.face >= 0) {
        normal = face_normal(pair.a, of_a.face);
    }
    return report(pair, normal, false);
}

}  // namespace

PlainResult plain_contacts(std::string_view generator_id, const PlainTet& a, const PlainTet& b,
                           const GeneratorSettings& settings) {
    struct Entry {
        std::string_view id;
        Contacts (*method)(const Pair&);
    };
    static constexpr Entry kPlainMethods[]{{"closest_points", closest_points},
                                           {"intersection", intersection},
                                           {"vertex_only", vertex_only},
                                           {"consistent_vertex", consistent_vertex},
                                           {"volume_sat", volume_sat},
                                           {"surface_sat", surface_sat},
                                           {"opposing", opposing},
                                           {"growth", growth}};
    for (const Entry& entry : kPlainMethods) {
        if (entry.id == generator_id) {
            Decisions decisions;
            Contacts contacts = entry.method({a, b, settings, decisions});
            return {std::move(contacts), decisions.margin()};
        }
    }
    throw UnknownName("no plain method for " + std::string(generator_id));
}

}  // namespace touchstone::testing
