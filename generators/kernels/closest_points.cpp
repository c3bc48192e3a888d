#include "generators/kernels/edge_pairs.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

struct Pair {
    const PosedTet& a;
    const PosedTet& b;
    const PlaneValues& on_a;  ///< of b's vertices on a's faces
    const PlaneValues& on_b;  ///< of a's vertices on b's faces
    const GeneratorSettings& settings;
    double threshold;  ///< T [m]
    double reach;      ///< contacts are no farther apart; see `reach_of` [m]
    double touch;      ///< see touch_tolerance [m]
    double inset;      ///< share of an edge at either end that is not its inside
};

/// Elements that already made a contact of higher precedence, as bit sets.
struct Used {
    int vertices_a = 0;
    int edges_a = 0;
    int vertices_b = 0;
    int edges_b = 0;
};

/// The vertices of edge k as a bit set.
int ends_of(int k) { return 1 << kEdgeStart[k] | 1 << kEdgeEnd[k]; }

/// Surface edges that are free: not used, and not joining two used vertices.
int free_edges(int surface_edges, int used_edges, int used_vertices) {
    int edges = surface_edges & ~used_edges;
    for (int k = 0; k < 6; ++k) {
        if ((used_vertices & ends_of(k)) == ends_of(k)) {
            edges &= ~(1 << k);
        }
    }
    return edges;
}

/// A contact halfway along `gap`, the vector from the point on a to the point on b.
void add_gap(const Pair& pair, Vector on_a, Vector gap, double distance, int element_a,
             int element_b, TetPairContacts& contacts) {
    add_contact(contacts, on_a + 0.5 * gap, (1.0 / distance) * gap, distance - pair.threshold,
                element_a, element_b);
}

/// Surface vertices of one tet within the threshold in front of surface faces of the other, and
/// over them. Returns the vertices that made a contact.
int add_vertex_face(const Pair& pair, bool vertex_of_a, TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& planes = vertex_of_a ? pair.b : pair.a;
    const PlaneValues& values = vertex_of_a ? pair.on_b : pair.on_a;
    const double sign = vertex_of_a ? -1.0 : 1.0;
    int used = 0;
    for (int i = 0; i < 4; ++i) {
        if ((points.surface_vertices >> i & 1) == 0) {
            continue;
        }
        const Lanes distances = values.value[i] * load(planes.inverse_length);
        int near = bits((distances > broadcast(0.0)) & (distances <= broadcast(pair.reach)));
        for (near &= planes.surface_faces; near != 0; near &= near - 1) {
            const int face = lowest_bit(near);
            const Vector point = vertex(points, i);
            if (!over_face(planes, face, point, pair.touch)) {
                continue;
            }
            const Vector face_normal = unit_normal(planes, face);
            const double distance = distances[face];
            const int face_code = kFirstFaceCode + face;
            add_contact(contacts, point - (0.5 * distance) * face_normal, sign * face_normal,
                        distance - pair.threshold, vertex_of_a ? i : face_code,
                        vertex_of_a ? face_code : i);
            used |= 1 << i;
        }
    }
    return used;
}

/// The research code's normal of an edge pair: perpendicular to a's edge and to the vector between
/// the edges' first ends, turned from a to b. Not the common perpendicular.
Vector published_edge_normal(const Pair& pair, int k_a, int k_b, Vector gap) {
    const Vector between = vertex(pair.b, kEdgeStart[k_b]) - vertex(pair.a, kEdgeStart[k_a]);
    const Vector direction = cross(edge(pair.a, k_a), between);
    const double size = length(direction);
    if (!(size > 0.0)) {
        return (1.0 / length(gap)) * gap;
    }
    return ((dot(direction, gap) < 0.0 ? -1.0 : 1.0) / size) * direction;
}

/// The separation vector, or the common perpendicular where the edges are too close to tell it.
Vector edge_normal(const Pair& pair, int k_a, int k_b, Vector gap, double distance) {
    constexpr double kShortestGap = 1e-9;  // [m] per metre of tet size
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

/// The surface edges of a tet that are free, side by side for the vector units; unused lanes repeat
/// the last edge.
struct EdgeSet {
    int count = 0;
    int number[8];
    double sx[8], sy[8], sz[8];  ///< starts
    double ex[8], ey[8], ez[8];  ///< end minus start
};

EdgeSet edge_set(const PosedTet& tet, int edges) {
    EdgeSet set;
    const auto put = [&](int place, int k) {
        const Vector start = vertex(tet, kEdgeStart[k]);
        set.number[place] = k;
        set.sx[place] = start.x;
        set.sy[place] = start.y;
        set.sz[place] = start.z;
        set.ex[place] = tet.ex[k];
        set.ey[place] = tet.ey[k];
        set.ez[place] = tet.ez[k];
    };
    for (; edges != 0; edges &= edges - 1) {
        put(set.count++, lowest_bit(edges));
    }
    for (int place = set.count; set.count > 0 && place % 4 != 0; ++place) {
        put(place, set.number[set.count - 1]);
    }
    return set;
}

/// Pairs of free surface edges within reach, a's in order, b's in order within. Each edge is used
/// once.
void add_edge_edge(const Pair& pair, Used& used, TetPairContacts& contacts) {
    const double reach_squared = pair.reach * pair.reach;
    const double tolerance = sine_tolerance(pair.settings);
    const EdgeSet edges_b =
        edge_set(pair.b, free_edges(pair.b.surface_edges, used.edges_b, used.vertices_b));
    int edges_a = free_edges(pair.a.surface_edges, used.edges_a, used.vertices_a);
    for (; edges_a != 0; edges_a &= edges_a - 1) {
        const int k_a = lowest_bit(edges_a);
        const Vector start_a = vertex(pair.a, kEdgeStart[k_a]);
        const Vector along_a = edge(pair.a, k_a);
        for (int first = 0; first < edges_b.count && (used.edges_a >> k_a & 1) == 0; first += 4) {
            const LinePairs lines = closest_on_lines(
                broadcast(start_a), broadcast(along_a),
                {load(edges_b.sx + first), load(edges_b.sy + first), load(edges_b.sz + first)},
                {load(edges_b.ex + first), load(edges_b.ey + first), load(edges_b.ez + first)},
                tolerance, pair.inset);
            const Lanes distance_squared = dot(lines.difference, lines.difference);
            int near = bits(lines.crossing & (distance_squared <= broadcast(reach_squared)) &
                            (distance_squared > broadcast(0.0)));
            for (; near != 0; near &= near - 1) {
                const int lane = lowest_bit(near);
                const int k_b = edges_b.number[first + lane];
                if ((used.edges_b >> k_b & 1) != 0) {
                    continue;
                }
                const Vector gap{lines.difference.x[lane], lines.difference.y[lane],
                                 lines.difference.z[lane]};
                const double distance = __builtin_sqrt(distance_squared[lane]);
                add_contact(contacts, start_a + lines.s[lane] * along_a + 0.5 * gap,
                            edge_normal(pair, k_a, k_b, gap, distance), distance - pair.threshold,
                            kFirstEdgeCode + k_a, kFirstEdgeCode + k_b);
                used.edges_a |= 1 << k_a;
                used.edges_b |= 1 << k_b;
                break;
            }
        }
    }
}

/// Surface edges of one tet that pass through surface faces of the other: the eroded bodies
/// overlap. Returns the edges that made a contact.
int add_edge_face(const Pair& pair, bool edge_of_a, int used_edges, TetPairContacts& contacts) {
    const PosedTet& edges = edge_of_a ? pair.a : pair.b;
    const PosedTet& planes = edge_of_a ? pair.b : pair.a;
    const PlaneValues& values = edge_of_a ? pair.on_b : pair.on_a;
    const double sign = edge_of_a ? -1.0 : 1.0;
    int used = 0;
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
            const double lower = (from < to ? from : to) * planes.inverse_length[face];
            const int face_code = kFirstFaceCode + face;
            const int edge_code = kFirstEdgeCode + k;
            add_contact(contacts, q, sign * unit_normal(planes, face), lower,
                        edge_of_a ? edge_code : face_code, edge_of_a ? face_code : edge_code);
            used |= 1 << k;
        }
    }
    return used;
}

/// Free surface vertices of one tet near the inside of free surface edges of the other.
void add_vertex_edge(const Pair& pair, bool vertex_of_a, Used& used, TetPairContacts& contacts) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& edges = vertex_of_a ? pair.b : pair.a;
    int& used_vertices = vertex_of_a ? used.vertices_a : used.vertices_b;
    int& used_edges = vertex_of_a ? used.edges_b : used.edges_a;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 6; ++k) {
            const int vertex_bit = points.surface_vertices & ~used_vertices & 1 << i;
            const int edge_bit = edges.surface_edges & ~used_edges & 1 << k;
            if (vertex_bit == 0 || edge_bit == 0) {
                continue;
            }
            const Vector along = edge(edges, k);
            const Vector from = vertex(points, i) - vertex(edges, kEdgeStart[k]);
            const double share = dot(from, along) / dot(along, along);
            const Vector to_vertex = from - share * along;
            const double distance = length(to_vertex);
            if (!(share > pair.inset && share < 1.0 - pair.inset && distance > 0.0 &&
                  distance <= pair.reach)) {
                continue;
            }
            if (vertex_of_a) {
                add_gap(pair, vertex(points, i), -1.0 * to_vertex, distance, i, kFirstEdgeCode + k,
                        contacts);
            } else {
                add_gap(pair, vertex(points, i) - to_vertex, to_vertex, distance,
                        kFirstEdgeCode + k, i, contacts);
            }
            used_vertices |= 1 << i;
            used_edges |= 1 << k;
        }
    }
}

void add_vertex_vertex(const Pair& pair, Used& used, TetPairContacts& contacts) {
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            const int bit_a = pair.a.surface_vertices & ~used.vertices_a & 1 << i;
            const int bit_b = pair.b.surface_vertices & ~used.vertices_b & 1 << j;
            const Vector gap = vertex(pair.b, j) - vertex(pair.a, i);
            const double distance = length(gap);
            if (bit_a != 0 && bit_b != 0 && distance > 0.0 && distance <= pair.reach) {
                add_gap(pair, vertex(pair.a, i), gap, distance, i, j, contacts);
                used.vertices_a |= 1 << i;
                used.vertices_b |= 1 << j;
            }
        }
    }
}

/// Bodies that just touch lie T apart once eroded, up to rounding: the relative tolerance lets them
/// count in any pose. The research code compares with T itself.
double reach_of(const PosedTet& a, const PosedTet& b, const GeneratorSettings& settings) {
    const double threshold = 2.0 * settings.envelope;
    const bool plain = settings.tolerance == Tolerance::Absolute;
    return plain ? threshold : threshold + length_tolerance(a, b, settings);
}

/// True when all vertices lie more than `reach` [m] in front of one face: nothing can be within
/// reach.
bool out_of_reach(const PlaneValues& values, const PosedTet& planes, double reach) {
    const Lanes limit = broadcast(reach) / load(planes.inverse_length);
    return bits((values.value[0] > limit) & (values.value[1] > limit) & (values.value[2] > limit) &
                (values.value[3] > limit)) != 0;
}

/// The same along the line between the tets' centroids, which tells corners and edges apart.
bool out_of_reach_between_centroids(const PosedTet& a, const PosedTet& b, double reach) {
    const Vector origin = vertex(a, 0);
    const VectorLanes at_a = VectorLanes{load(a.x), load(a.y), load(a.z)} - broadcast(origin);
    const VectorLanes at_b = VectorLanes{load(b.x), load(b.y), load(b.z)} - broadcast(origin);
    const auto sum = [](Lanes v) { return v[0] + v[1] + v[2] + v[3]; };
    const Vector between{sum(at_b.x) - sum(at_a.x), sum(at_b.y) - sum(at_a.y),
                         sum(at_b.z) - sum(at_a.z)};
    const double highest_a = largest(dot(at_a, broadcast(between)));
    const double lowest_b = -largest(-dot(at_b, broadcast(between)));
    const double apart = lowest_b - highest_a;
    return apart > 0.0 && apart * apart > reach * reach * dot(between, between);
}

}  // namespace

// Erleben [2018], §6 (Closest points), between the eroded bodies: pairs of surface features within
// T = 2ε, V-F before E-E before E-F before V-E before V-V.
void closest_points(const PosedTet& a, const PosedTet& b, const GeneratorSettings& settings,
                    TetPairContacts& contacts) {
    const double reach = reach_of(a, b, settings);
    const double touch = touch_tolerance(a, b, settings);
    const PlaneValues on_a = plane_values(a, b, touch);
    if (out_of_reach(on_a, a, reach)) {
        return;
    }
    const PlaneValues on_b = plane_values(b, a, touch);
    if (out_of_reach(on_b, b, reach) || out_of_reach_between_centroids(a, b, reach)) {
        return;
    }
    const double inset = settings.tolerance == Tolerance::Absolute ? 0.0 : kTouchShare;
    const Pair pair{a, b, on_a, on_b, settings, 2.0 * settings.envelope, reach, touch, inset};
    Used used;
    used.vertices_a = add_vertex_face(pair, true, contacts);
    used.vertices_b = add_vertex_face(pair, false, contacts);
    add_edge_edge(pair, used, contacts);
    used.edges_a |= add_edge_face(pair, true, used.edges_a, contacts);
    used.edges_b |= add_edge_face(pair, false, used.edges_b, contacts);
    if (settings.low_features) {
        add_vertex_edge(pair, true, used, contacts);
        add_vertex_edge(pair, false, used, contacts);
        add_vertex_vertex(pair, used, contacts);
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
