#include "generators/local/edge_pairs.h"
#include "generators/local/element_sets.h"
#include "generators/local/fours.h"
#include "generators/local/near_features.h"
#include "generators/local/over_face.h"
#include "generators/local/settings/closest_points_settings.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

struct Pair {
    const PosedTet& a;
    const PosedTet& b;
    const PlaneValues& on_a;  ///< values of b's vertices on a's faces
    const PlaneValues& on_b;  ///< values of a's vertices on b's faces
    const ClosestPointsSettings& settings;
    double threshold;     ///< T [m]
    double reach;         ///< largest gap of a contact; see `reach_of` [m]
    double touch;         ///< see touch_tolerance [m]
    double farthest;      ///< bound on the distance of vertices in reach from the other tet's [m]
    double inset;         ///< share of an edge at either end that is not its interior
    int near_vertices_a;  ///< surface vertices that may be within reach
    int near_vertices_b;
    int near_edges_a;  ///< surface edges that may be within reach
    int near_edges_b;
};

/// The elements that already have a contact of higher precedence, as bit sets.
struct Used {
    int vertices_a = 0;
    int edges_a = 0;
    int vertices_b = 0;
    int edges_b = 0;
};

/// Returns the edges that are not used and do not join two used vertices.
int free_edges(int edges, int used_edges, int used_vertices) {
    return edges & ~used_edges & ~kSets.edges_between[used_vertices];
}

/// Appends a contact halfway along `gap`, the vector from the point on a to the point on b.
void add_gap(const Pair& pair, Vector on_a, Vector gap, double distance, int element_a,
             int element_b, TetPairContacts& contacts) {
    add_contact(contacts, on_a + 0.5 * gap, (1.0 / distance) * gap, distance - pair.threshold,
                element_a, element_b);
}

/// Finds surface vertices of one tet over surface faces of the other, within the threshold in front
/// of them. Returns the vertices that made a contact.
template <bool kVertexOfA>
[[gnu::always_inline]] inline int add_vertex_face(const Pair& pair, TetPairContacts& contacts) {
    const PosedTet& points = kVertexOfA ? pair.a : pair.b;
    const PosedTet& planes = kVertexOfA ? pair.b : pair.a;
    const PlaneValues& values = kVertexOfA ? pair.on_b : pair.on_a;
    int used = 0;
    int candidates = kVertexOfA ? pair.near_vertices_a : pair.near_vertices_b;
    for (; candidates != 0; candidates &= candidates - 1) {
        const int i = lowest_bit(candidates);
        const Lanes distances = values.value[i] * load(planes.inverse_length);
        int near = bits((distances > broadcast(0.0)) & (distances <= broadcast(pair.reach)));
        for (near &= planes.surface_faces; near != 0; near &= near - 1) {
            const int face = lowest_bit(near);
            const Vector point = vertex(points, i);
            const FaceWalls walls = face_walls(planes, face, pair.touch, pair.farthest);
            if (!over_face(planes, walls, point, values.value[i], pair.touch)) {
                continue;
            }
            // The foot lies at the vertex minus one distance along the normal, the contact halfway
            // to it.
            const Vector face_normal = unit_normal(planes, face);
            const double distance = distances[face];
            add_face_contact(contacts, kVertexOfA, point - (0.5 * distance) * face_normal,
                             face_normal, distance - pair.threshold, i, face);
            used |= 1 << i;
        }
    }
    return used;
}

/// Returns the normal that the research code gives an edge pair: perpendicular to a's edge and to
/// the vector from that edge's start to the end of b's, directed from a to b. It is not the common
/// perpendicular.
Vector published_edge_normal(const Pair& pair, int k_a, int k_b, Vector gap) {
    const Vector between = vertex(pair.b, kEdgeEnd[k_b]) - vertex(pair.a, kEdgeStart[k_a]);
    const Vector direction = cross(edge(pair.a, k_a), between);
    const double size = length(direction);
    if (!(size > 0.0)) {
        return (1.0 / length(gap)) * gap;
    }
    return ((dot(direction, gap) < 0.0 ? -1.0 : 1.0) / size) * direction;
}

/// Returns the separation vector as normal, or the common perpendicular where the edges are so
/// close that the vector between them is mostly rounding error.
Vector edge_normal(const Pair& pair, int k_a, int k_b, Vector gap, double distance) {
    constexpr double kShortestGap = 1e-9;  // share of the tet size [-]
    if (pair.settings.edge_normal == EdgeNormal::Code) {
        return published_edge_normal(pair, k_a, k_b, gap);
    }
    const double size = pair.a.size > pair.b.size ? pair.a.size : pair.b.size;
    if (distance >= kShortestGap * size) {
        return (1.0 / distance) * gap;
    }
    const Vector direction = cross(edge(pair.a, k_a), edge(pair.b, k_b));
    return ((dot(direction, gap) < 0.0 ? -1.0 : 1.0) / length(direction)) * direction;
}

/// Finds pairs of free surface edges within reach, in the order of a's edges, then of b's. Each
/// edge of a makes one contact, or one with each edge of b that has none yet.
void add_edge_edge(const Pair& pair, Used& used, TetPairContacts& contacts) {
    const bool once = pair.settings.edge_use == EdgeUse::Once;
    int edges_b = free_edges(pair.near_edges_b, used.edges_b, used.vertices_b);
    int edges_a = free_edges(pair.near_edges_a, used.edges_a, used.vertices_a);
    if (pair.settings.used_ends == UsedEnds::RowOfA) {
        edges_b = pair.near_edges_b & ~used.edges_b;
        edges_a &= ~kSets.edges_between[used.vertices_b];
    }
    const VectorLanes vertices_a = vertices_of(pair.a);
    const VectorLanes vertices_b = vertices_of(pair.b);
    const Lanes reach_squared = broadcast(pair.reach * pair.reach);
    int met_a = 0;
    int met_b = 0;
    for_fours(edges_a, edges_b, [&](const Four& four) {
        const MemberPlaces& places_a = kPlaces.edges[four.set];
        const MemberPlaces& places_b = kPlaces.edges[four.other_set];
        const VectorLanes start_a = permuted(vertices_a, four.first(places_a.start));
        const VectorLanes start_b = permuted(vertices_b, four.second(places_b.start));
        const VectorLanes along_a = permuted(vertices_a, four.first(places_a.end)) - start_a;
        const VectorLanes along_b = permuted(vertices_b, four.second(places_b.end)) - start_b;
        const LinePairs lines = closest_on_lines(start_a, along_a, start_b, along_b,
                                                 sine_tolerance(pair.settings), pair.inset);
        const Lanes distance_squared = dot(lines.difference, lines.difference);
        int near = four.lanes & bits(lines.crossing & (distance_squared <= reach_squared) &
                                     (distance_squared > broadcast(0.0)));
        for (; near != 0; near &= near - 1) {
            const int lane = lowest_bit(near);
            const int k_a = four.first_in(lane);
            const int k_b = four.second_in(lane);
            if ((met_b >> k_b & 1) != 0 || (once && (met_a >> k_a & 1) != 0)) {
                continue;
            }
            const Vector gap = vector_in(lines.difference, lane);
            const double distance = length(gap);
            const Vector on_a = vertex(pair.a, kEdgeStart[k_a]) + lines.s[lane] * edge(pair.a, k_a);
            add_contact(contacts, on_a + 0.5 * gap, edge_normal(pair, k_a, k_b, gap, distance),
                        distance - pair.threshold, kFirstEdgeCode + k_a, kFirstEdgeCode + k_b);
            met_a |= 1 << k_a;
            met_b |= 1 << k_b;
        }
    });
    used.edges_a |= once || met_a == 0 ? met_a : 1;
    used.edges_b |= met_b;
}

/// Returns the edges that pass through the plane of a face: their ends lie on opposite sides of it,
/// farther than `limit`, as a value of the plane [m³].
int crossing_edges(const PlaneValues& values, int face, double limit) {
    const Lanes on_face{values.value[0][face], values.value[1][face], values.value[2][face],
                        values.value[3][face]};
    const int front = bits(on_face > broadcast(limit));
    const int behind = bits(on_face < broadcast(-limit));
    return kSets.edges_between[front | behind] & ~kSets.edges_between[front] &
           ~kSets.edges_between[behind];
}

/// Adds the contacts of edges of one tet that pass through surface faces of the other. Returns the
/// edges that made a contact.
[[gnu::noinline]] int add_passing_edges(const Pair& pair, bool edge_of_a, int passing,
                                        TetPairContacts& contacts) {
    const PosedTet& edges = edge_of_a ? pair.a : pair.b;
    const PosedTet& planes = edge_of_a ? pair.b : pair.a;
    const PlaneValues& values = edge_of_a ? pair.on_b : pair.on_a;
    int used = 0;
    for (; passing != 0; passing &= passing - 1) {
        const int k = lowest_bit(passing);
        for (int faces = planes.surface_faces; faces != 0; faces &= faces - 1) {
            const int face = lowest_bit(faces);
            const double limit = pair.touch * planes.length[face];
            if ((crossing_edges(values, face, limit) >> k & 1) == 0) {
                continue;
            }
            const Vector q = crossing_point(edges, values, k, face);
            if (!over_face(planes, face, q, pair.touch)) {
                continue;
            }
            const double from = values.value[kEdgeStart[k]][face];
            const double to = values.value[kEdgeEnd[k]][face];
            // One of the two ends is behind the face: its distance is the penetration.
            const double lower = (from < to ? from : to) * planes.inverse_length[face];
            add_face_contact(contacts, edge_of_a, q, unit_normal(planes, face), lower,
                             kFirstEdgeCode + k, face);
            used |= 1 << k;
        }
    }
    return used;
}

/// Finds surface edges of one tet that pass through surface faces of the other, where the eroded
/// bodies still overlap. Returns the edges that made a contact.
template <bool kEdgeOfA>
[[gnu::always_inline]] inline int add_edge_face(const Pair& pair, int used_edges,
                                                TetPairContacts& contacts) {
    const PosedTet& planes = kEdgeOfA ? pair.b : pair.a;
    const PlaneValues& values = kEdgeOfA ? pair.on_b : pair.on_a;
    int passing = 0;
    for (int faces = planes.surface_faces; faces != 0; faces &= faces - 1) {
        const int face = lowest_bit(faces);
        passing |= crossing_edges(values, face, pair.touch * planes.length[face]);
    }
    passing &= (kEdgeOfA ? pair.near_edges_a : pair.near_edges_b) & ~used_edges;
    return passing == 0 ? 0 : add_passing_edges(pair, kEdgeOfA, passing, contacts);
}

/// Finds free surface vertices of one tet near the interior of free surface edges of the other: for
/// each vertex the first such edge.
template <bool kVertexOfA>
[[gnu::always_inline]] inline void add_vertex_edge(const Pair& pair, Used& used,
                                                   TetPairContacts& contacts) {
    const PosedTet& points = kVertexOfA ? pair.a : pair.b;
    const PosedTet& edges = kVertexOfA ? pair.b : pair.a;
    int& used_vertices = kVertexOfA ? used.vertices_a : used.vertices_b;
    int& used_edges = kVertexOfA ? used.edges_b : used.edges_a;
    const Lanes low = broadcast(pair.inset);
    const Lanes high = broadcast(1.0 - pair.inset);
    const int near_edges = kVertexOfA ? pair.near_edges_b : pair.near_edges_a;
    const int near_vertices = kVertexOfA ? pair.near_vertices_a : pair.near_vertices_b;
    const VectorLanes at_points = vertices_of(points);
    const VectorLanes at_edges = vertices_of(edges);
    for_fours(near_vertices & ~used_vertices, near_edges & ~used_edges, [&](const Four& four) {
        const MemberPlaces& places = kPlaces.edges[four.other_set];
        const VectorLanes start = permuted(at_edges, four.second(places.start));
        const VectorLanes along = permuted(at_edges, four.second(places.end)) - start;
        const VectorLanes from =
            permuted(at_points, four.first(kPlaces.vertices[four.set].start)) - start;
        const Lanes share = dot(from, along) / dot(along, along);
        const VectorLanes gaps{from.x - share * along.x, from.y - share * along.y,
                               from.z - share * along.z};
        const Lanes distances = sqrt(dot(gaps, gaps));
        int near = four.lanes & bits((share > low) & (share < high) & (distances > broadcast(0.0)) &
                                     (distances <= broadcast(pair.reach)));
        for (; near != 0; near &= near - 1) {
            const int lane = lowest_bit(near);
            const int i = four.first_in(lane);
            const int k = four.second_in(lane);
            if ((used_vertices >> i & 1) != 0 || (used_edges >> k & 1) != 0) {
                continue;
            }
            const Vector to_vertex = vector_in(gaps, lane);
            if (kVertexOfA) {
                add_gap(pair, vertex(points, i), -1.0 * to_vertex, distances[lane], i,
                        kFirstEdgeCode + k, contacts);
            } else {
                add_gap(pair, vertex(points, i) - to_vertex, to_vertex, distances[lane],
                        kFirstEdgeCode + k, i, contacts);
            }
            used_vertices |= 1 << i;
            used_edges |= 1 << k;
        }
    });
}

void add_vertex_vertex(const Pair& pair, Used& used, TetPairContacts& contacts) {
    const VectorLanes at_b = vertices_of(pair.b);
    int free_a = pair.near_vertices_a & ~used.vertices_a;
    int free_b = pair.near_vertices_b & ~used.vertices_b;
    for (; free_a != 0 && free_b != 0; free_a &= free_a - 1) {
        const int i = lowest_bit(free_a);
        const VectorLanes gaps = at_b - broadcast(vertex(pair.a, i));
        const Lanes distances = sqrt(dot(gaps, gaps));
        const int near =
            free_b & bits((distances > broadcast(0.0)) & (distances <= broadcast(pair.reach)));
        if (near != 0) {
            const int j = lowest_bit(near);
            add_gap(pair, vertex(pair.a, i), {gaps.x[j], gaps.y[j], gaps.z[j]}, distances[j], i, j,
                    contacts);
            used.vertices_a |= 1 << i;
            used.vertices_b |= 1 << j;
            free_b &= ~(1 << j);
        }
    }
}

/// Returns the largest gap of a contact. Bodies that just touch are T apart once eroded, up to
/// rounding: the relative tolerance makes them count in any pose. The research code compares with T
/// itself.
double reach_of(const PosedTet& a, const PosedTet& b, const ClosestPointsSettings& settings) {
    const double threshold = 2.0 * settings.envelope;
    const bool plain = settings.tolerance == Tolerance::Absolute;
    return plain ? threshold : threshold + length_tolerance(a, b, settings);
}

/// Returns the distance by which elements may lie farther than the reach and still not be left out
/// [m]: rounding must not exclude a pair that the searches find within reach.
double reach_slack(const PosedTet& a, const PosedTet& b, const ClosestPointsSettings& settings) {
    return touch_share(settings) * (a.size > b.size ? a.size : b.size) + a.rounding + b.rounding;
}

/// Finds the contacts of two tets of which no face keeps the surface out of reach. It is not
/// inlined: most pairs end before, and would save registers for it.
[[gnu::noinline]] void search(const PosedTet& a, const PosedTet& b, const PlaneValues& on_a,
                              const PlaneValues& on_b, const ClosestPointsSettings& settings,
                              TetPairContacts& contacts) {
    const double reach = reach_of(a, b, settings);
    const double most = reach + reach_slack(a, b, settings);
    const FarSides far_b = far_sides(on_a, a, most);
    const FarSides far_a = far_sides(on_b, b, most);
    const Pair pair{.a = a,
                    .b = b,
                    .on_a = on_a,
                    .on_b = on_b,
                    .settings = settings,
                    .threshold = 2.0 * settings.envelope,
                    .reach = reach,
                    .touch = touch_tolerance(a, b, settings),
                    .farthest = a.size + b.size + reach,
                    .inset = tie_tolerance(settings),
                    .near_vertices_a = near_vertices(a, far_a),
                    .near_vertices_b = near_vertices(b, far_b),
                    .near_edges_a = near_edges(a, far_a),
                    .near_edges_b = near_edges(b, far_b)};
    Used used;
    used.vertices_a = add_vertex_face<true>(pair, contacts);
    used.vertices_b = add_vertex_face<false>(pair, contacts);
    add_edge_edge(pair, used, contacts);
    used.edges_a |= add_edge_face<true>(pair, used.edges_a, contacts);
    used.edges_b |= add_edge_face<false>(pair, used.edges_b, contacts);
    if (settings.low_features) {
        add_vertex_edge<true>(pair, used, contacts);
        add_vertex_edge<false>(pair, used, contacts);
        add_vertex_vertex(pair, used, contacts);
    }
}

}  // namespace

// Erleben [2018], §6 (Closest points), between the eroded bodies: pairs of surface features within
// T = 2ε, V-F before E-E before E-F before V-E before V-V.
// The fast form of generators/plain/closest_points.cpp.
void closest_points(const PosedTet& a, const PosedTet& b, const ClosestPointsSettings& settings,
                    TetPairContacts& contacts) {
    if (settings.leaves == Leaves::Bare && bare_leaves_apart(a, b)) {
        return;
    }
    const double most = reach_of(a, b, settings) + reach_slack(a, b, settings);
    PlaneValues on_a;
    set_values(on_a, a, b);
    if (all_beyond(on_a, a, b.surface_vertices, most)) {
        return;
    }
    PlaneValues on_b;
    set_values(on_b, b, a);
    if (all_beyond(on_b, b, a.surface_vertices, most)) {
        return;
    }
    search(a, b, on_a, on_b, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
