#include "generators/local/edge_pairs.h"
#include "generators/local/near_features.h"
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

/// Edges with both ends in a set of vertices, indexed by the bits of the set.
constexpr int kEdgesBetween[16] = {0, 0, 0, 1, 0, 2, 8, 11, 0, 4, 16, 21, 32, 38, 56, 63};

/// Returns the edges that are not used and do not join two used vertices.
int free_edges(int edges, int used_edges, int used_vertices) {
    return edges & ~used_edges & ~kEdgesBetween[used_vertices];
}

/// Appends a contact halfway along `gap`, the vector from the point on a to the point on b.
void add_gap(const Pair& pair, Vector on_a, Vector gap, double distance, int element_a,
             int element_b, TetPairContacts& contacts) {
    add_contact(contacts, on_a + 0.5 * gap, (1.0 / distance) * gap, distance - pair.threshold,
                element_a, element_b);
}

/// Finds surface vertices of one tet over surface faces of the other, within the threshold in front
/// of them. Returns the vertices that made a contact.
int add_vertex_face(const Pair& pair, bool vertex_of_a, TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& planes = vertex_of_a ? pair.b : pair.a;
    const PlaneValues& values = vertex_of_a ? pair.on_b : pair.on_a;
    int used = 0;
    int candidates = vertex_of_a ? pair.near_vertices_a : pair.near_vertices_b;
    for (; candidates != 0; candidates &= candidates - 1) {
        const int i = lowest_bit(candidates);
        const Lanes distances = values.value[i] * load(planes.inverse_length);
        int near = bits((distances > broadcast(0.0)) & (distances <= broadcast(pair.reach)));
        for (near &= planes.surface_faces; near != 0; near &= near - 1) {
            const int face = lowest_bit(near);
            const Vector point = vertex(points, i);
            if (!over_face(planes, face, point, pair.touch)) {
                continue;
            }
            // The foot lies at the vertex minus one distance along the normal, the contact halfway
            // to it.
            const Vector face_normal = unit_normal(planes, face);
            const double distance = distances[face];
            add_face_contact(contacts, vertex_of_a, point - (0.5 * distance) * face_normal,
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

/// Edges of a tet, one per lane of the vector units; unused lanes repeat the last one.
struct EdgeSet {
    int count = 0;
    int number[8];
    VectorLanes start[2];  ///< start points of four edges each [m]
    VectorLanes along[2];  ///< end minus start [m]
    Lanes squared[2];      ///< squared lengths [m²]
};

EdgeSet edge_set(const PosedTet& tet, int edges) {
    EdgeSet set;
    for (; edges != 0; edges &= edges - 1) {
        set.number[set.count++] = lowest_bit(edges);
    }
    for (int place = set.count; set.count > 0 && place % 4 != 0; ++place) {
        set.number[place] = set.number[set.count - 1];
    }
    for (int first = 0; first < set.count; first += 4) {
        const int* const k = set.number + first;
        const auto of = [k](const double* v, const int* end) {
            return Lanes{v[end[k[0]]], v[end[k[1]]], v[end[k[2]]], v[end[k[3]]]};
        };
        VectorLanes& start = set.start[first / 4];
        VectorLanes& along = set.along[first / 4];
        start = {of(tet.x, kEdgeStart), of(tet.y, kEdgeStart), of(tet.z, kEdgeStart)};
        along = VectorLanes{of(tet.x, kEdgeEnd), of(tet.y, kEdgeEnd), of(tet.z, kEdgeEnd)} - start;
        set.squared[first / 4] = dot(along, along);
    }
    return set;
}

/// Returns the first edge of the set in these four lanes that is also in `edges`; −1: none.
int first_of(const EdgeSet& set, int first, int lanes, int edges) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const int k = set.number[first + lowest_bit(lanes)];
        if ((edges >> k & 1) != 0) {
            return first + lowest_bit(lanes);
        }
    }
    return -1;
}

/// Appends the contact of a's edge with b's in one lane of their closest points.
void add_edge_pair(const Pair& pair, int k_a, int k_b, const LinePairs& lines, int lane,
                   TetPairContacts& contacts) {
    const Vector gap{lines.difference.x[lane], lines.difference.y[lane], lines.difference.z[lane]};
    const double distance = length(gap);
    const Vector on_a = vertex(pair.a, kEdgeStart[k_a]) + lines.s[lane] * edge(pair.a, k_a);
    add_contact(contacts, on_a + 0.5 * gap, edge_normal(pair, k_a, k_b, gap, distance),
                distance - pair.threshold, kFirstEdgeCode + k_a, kFirstEdgeCode + k_b);
}

/// Pairs one edge of a with free edges of b within reach: the first, or all. Returns the edges of b
/// that made a contact.
int add_pairs_of_edge(const Pair& pair, int k_a, const EdgeSet& set_b, int edges_b,
                      TetPairContacts& contacts) {
    const bool once = pair.settings.edge_use == EdgeUse::Once;
    const double reach_squared = pair.reach * pair.reach;
    int used = 0;
    for (int first = 0; first < set_b.count; first += 4) {
        const LinePairs lines =
            closest_on_lines(broadcast(vertex(pair.a, kEdgeStart[k_a])),
                             broadcast(edge(pair.a, k_a)), set_b.start[first / 4],
                             set_b.along[first / 4], sine_tolerance(pair.settings), pair.inset);
        const Lanes distance_squared = dot(lines.difference, lines.difference);
        const int near = bits(lines.crossing & (distance_squared <= broadcast(reach_squared)) &
                              (distance_squared > broadcast(0.0)));
        for (int place = first_of(set_b, first, near, edges_b & ~used); place >= 0;
             place = first_of(set_b, first, near, edges_b & ~used)) {
            add_edge_pair(pair, k_a, set_b.number[place], lines, place - first, contacts);
            used |= 1 << set_b.number[place];
            if (once) {
                return used;
            }
        }
    }
    return used;
}

/// Finds pairs of free surface edges within reach, in the order of a's edges, then of b's.
void add_edge_edge(const Pair& pair, const EdgeSet& set_b, Used& used, TetPairContacts& contacts) {
    const bool once = pair.settings.edge_use == EdgeUse::Once;
    int edges_b = free_edges(pair.near_edges_b, used.edges_b, used.vertices_b);
    int edges_a = free_edges(pair.near_edges_a, used.edges_a, used.vertices_a);
    if (pair.settings.used_ends == UsedEnds::RowOfA) {
        edges_b = pair.near_edges_b & ~used.edges_b;
        edges_a &= ~kEdgesBetween[used.vertices_b];
    }
    for (; edges_a != 0 && edges_b != 0; edges_a &= edges_a - 1) {
        const int k_a = lowest_bit(edges_a);
        const int met = add_pairs_of_edge(pair, k_a, set_b, edges_b, contacts);
        if (met != 0) {
            used.edges_a |= once ? 1 << k_a : 1;
            used.edges_b |= met;
            edges_b &= ~met;
        }
    }
}

/// Finds surface edges of one tet that pass through surface faces of the other, where the eroded
/// bodies still overlap. Returns the edges that made a contact.
int add_edge_face(const Pair& pair, bool edge_of_a, int used_edges, TetPairContacts& contacts) {
    const PosedTet& edges = edge_of_a ? pair.a : pair.b;
    const PosedTet& planes = edge_of_a ? pair.b : pair.a;
    const PlaneValues& values = edge_of_a ? pair.on_b : pair.on_a;
    int front = 0;
    int behind = 0;
    for (int i = 0; i < 4; ++i) {
        front |= values.front[i];
        behind |= values.behind[i];
    }
    int used = 0;
    // An edge can pass only through a face with vertices on both sides.
    if ((front & behind & planes.surface_faces) == 0) {
        return used;
    }
    for (int k = 0; k < 6; ++k) {
        if ((edges.surface_edges >> k & ~used_edges >> k & 1) == 0) {
            continue;
        }
        for (int faces = crossed_faces(values, k) & planes.surface_faces; faces != 0;
             faces &= faces - 1) {
            const int face = lowest_bit(faces);
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

/// Finds free surface vertices of one tet near the interior of free surface edges of the other: for
/// each vertex the first such edge. `set` holds the edges of the other tet.
void add_vertex_edge(const Pair& pair, bool vertex_of_a, const EdgeSet& set, Used& used,
                     TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    int& used_vertices = vertex_of_a ? used.vertices_a : used.vertices_b;
    int& used_edges = vertex_of_a ? used.edges_b : used.edges_a;
    const Lanes low = broadcast(pair.inset);
    const Lanes high = broadcast(1.0 - pair.inset);
    const int near_edges = vertex_of_a ? pair.near_edges_b : pair.near_edges_a;
    int free = (vertex_of_a ? pair.near_vertices_a : pair.near_vertices_b) & ~used_vertices;
    for (; free != 0 && (near_edges & ~used_edges) != 0; free &= free - 1) {
        const int i = lowest_bit(free);
        for (int first = 0; first < set.count; first += 4) {
            const VectorLanes& along = set.along[first / 4];
            const VectorLanes from = broadcast(vertex(points, i)) - set.start[first / 4];
            const Lanes share = dot(from, along) / set.squared[first / 4];
            const VectorLanes gaps{from.x - share * along.x, from.y - share * along.y,
                                   from.z - share * along.z};
            const Lanes distances = sqrt(dot(gaps, gaps));
            const int near = bits((share > low) & (share < high) & (distances > broadcast(0.0)) &
                                  (distances <= broadcast(pair.reach)));
            const int place = first_of(set, first, near, near_edges & ~used_edges);
            if (place < 0) {
                continue;
            }
            const int lane = place - first;
            const int k = set.number[place];
            const Vector to_vertex{gaps.x[lane], gaps.y[lane], gaps.z[lane]};
            if (vertex_of_a) {
                add_gap(pair, vertex(points, i), -1.0 * to_vertex, distances[lane], i,
                        kFirstEdgeCode + k, contacts);
            } else {
                add_gap(pair, vertex(points, i) - to_vertex, to_vertex, distances[lane],
                        kFirstEdgeCode + k, i, contacts);
            }
            used_vertices |= 1 << i;
            used_edges |= 1 << k;
            break;
        }
    }
}

void add_vertex_vertex(const Pair& pair, Used& used, TetPairContacts& contacts) {
    const VectorLanes at_b{load(pair.b.x), load(pair.b.y), load(pair.b.z)};
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

}  // namespace

// Erleben [2018], §6 (Closest points), between the eroded bodies: pairs of surface features within
// T = 2ε, V-F before E-E before E-F before V-E before V-V.
// The fast form of generators/plain/closest_points.cpp.
void closest_points(const PosedTet& a, const PosedTet& b, const ClosestPointsSettings& settings,
                    TetPairContacts& contacts) {
    if (settings.leaves == Leaves::Bare && bare_leaves_apart(a, b)) {
        return;
    }
    const double reach = reach_of(a, b, settings);
    const double touch = touch_tolerance(a, b, settings);
    // Rounding here must not exclude a pair that the searches below find within reach.
    const double slack =
        touch_share(settings) * (a.size > b.size ? a.size : b.size) + a.rounding + b.rounding;
    PlaneValues on_a;
    set_values(on_a, a, b);
    if (all_beyond(on_a, a, b.surface_vertices, reach + slack)) {
        return;
    }
    PlaneValues on_b;
    set_values(on_b, b, a);
    if (all_beyond(on_b, b, a.surface_vertices, reach + slack) ||
        out_of_reach_between_centroids(a, b, reach + slack)) {
        return;
    }
    const FarSides far_b = far_sides(on_a, a, reach + slack);
    const FarSides far_a = far_sides(on_b, b, reach + slack);
    set_sides(on_a, touch_limits(a, touch));
    set_sides(on_b, touch_limits(b, touch));
    const Pair pair{.a = a,
                    .b = b,
                    .on_a = on_a,
                    .on_b = on_b,
                    .settings = settings,
                    .threshold = 2.0 * settings.envelope,
                    .reach = reach,
                    .touch = touch,
                    .inset = tie_tolerance(settings),
                    .near_vertices_a = near_vertices(a, far_a),
                    .near_vertices_b = near_vertices(b, far_b),
                    .near_edges_a = near_edges(a, far_a),
                    .near_edges_b = near_edges(b, far_b)};
    const EdgeSet edges_b = edge_set(b, pair.near_edges_b);
    Used used;
    used.vertices_a = add_vertex_face(pair, true, contacts);
    used.vertices_b = add_vertex_face(pair, false, contacts);
    add_edge_edge(pair, edges_b, used, contacts);
    used.edges_a |= add_edge_face(pair, true, used.edges_a, contacts);
    used.edges_b |= add_edge_face(pair, false, used.edges_b, contacts);
    if (settings.low_features) {
        add_vertex_edge(pair, true, edges_b, used, contacts);
        if ((pair.near_vertices_b & ~used.vertices_b) != 0) {
            add_vertex_edge(pair, false, edge_set(a, pair.near_edges_a), used, contacts);
        }
        add_vertex_vertex(pair, used, contacts);
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
