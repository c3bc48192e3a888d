#include "generators/kernels/edge_pairs.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

// Notation, Erleben [2018], Appendix B: α scales both tets about their centroids c_A, c_B; v = c_A
// − c_B; τ = 1 − 1/α. By Eqs. (16), (17) the scaled pair looks like the unscaled one with B moved
// by τ v, all lengths times α: so only B is moved here, and directions come out right as they are.

constexpr double kShrink = 0.9;     ///< factor on α until the pair is apart
constexpr double kStep = 0.9;       ///< share β of the safe growth step
constexpr double kGapShare = 0.01;  ///< δ, the gap to reach, over the smaller diameter
constexpr int kMaxSteps = 20;
constexpr double kSmallestScale = 1e-3;
constexpr double kFaceCosine = 0.99756405025982420;  ///< of 4°

struct Pair {
    const PosedTet& a;
    const PosedTet& b;
    const PlaneValues& on_a;  ///< of b's vertices on a's faces
    const PlaneValues& on_b;  ///< of a's vertices on b's faces
};

Vector centroid_from(const PosedTet& tet, Vector origin) {
    Vector sum{0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        sum = sum + (vertex(tet, i) - origin);
    }
    return 0.25 * sum;
}

/// Twice the largest distance of a vertex from the centroid [m].
double diameter(const PosedTet& tet) {
    const Vector origin = vertex(tet, 0);
    const Vector center = centroid_from(tet, origin);
    double farthest = 0.0;
    for (int i = 0; i < 4; ++i) {
        const double distance = length(vertex(tet, i) - origin - center);
        farthest = distance > farthest ? distance : farthest;
    }
    return 2.0 * farthest;
}

/// The largest α at which one of the axes keeps the scaled pair from overlapping: the centroids'
/// distance along the axis over the sum of the half-extents that face each other.
Lanes critical_scales(Lanes gap, Lanes low_a, Lanes high_a, Lanes low_b, Lanes high_b) {
    const Lanes zero = broadcast(0.0);
    const LaneMask b_above = gap > zero;
    const Lanes distance = select(b_above, gap, -gap);
    const Lanes extent = select(b_above, high_a - low_b, high_b - low_a);
    return select(distance > zero, distance / extent, zero);
}

Lanes mean(const PlaneValues& values) {
    return 0.25 * (values.value[0] + values.value[1] + values.value[2] + values.value[3]);
}

Lanes lowest(const PlaneValues& values) {
    return min(min(values.value[0], values.value[1]), min(values.value[2], values.value[3]));
}

Lanes highest(const PlaneValues& values) {
    return max(max(values.value[0], values.value[1]), max(values.value[2], values.value[3]));
}

/// Over the four face axes of one tet. Its centroid lies a quarter of the height behind each face.
Lanes face_scales(const PosedTet& planes, const PlaneValues& values) {
    const Lanes scale = load(planes.inverse_length);
    const Lanes quarter = 0.25 * load(planes.height);
    const Lanes center = mean(values) * scale;
    return critical_scales(center + quarter, -3.0 * quarter, quarter,
                           lowest(values) * scale - center, highest(values) * scale - center);
}

/// α*: the scaled pair overlaps from this scale on, by the axes of the tets' overlap test.
double critical_scale(const Pair& pair) {
    Lanes best = max(face_scales(pair.a, pair.on_a), face_scales(pair.b, pair.on_b));
    const RelativeVertices relative = relative_vertices(pair.a, pair.b);
    const Vector origin = vertex(pair.a, 0);
    const VectorLanes center_a = broadcast(centroid_from(pair.a, origin));
    const VectorLanes center_b = broadcast(centroid_from(pair.b, origin));
    for (int edges = 0; edges < 3; ++edges) {
        for (int group = 0; group < 3; ++group) {
            const EdgeAxes axes = edge_axes(pair.a, pair.b, relative, edges, group);
            const Lanes at_a = dot(axes.axis, center_a);
            const Lanes at_b = dot(axes.axis, center_b);
            const Lanes scales = critical_scales(at_b - at_a, axes.low_a - at_a, axes.high_a - at_a,
                                                 axes.low_b - at_b, axes.high_b - at_b);
            best = max(scales, best);
        }
    }
    return largest(best);
}

/// Which elements of the pair a gap lies between.
enum class GapKind { VertexVertex, VertexEdge, EdgeVertex, VertexFace, FaceVertex, EdgeEdge };

struct GapElements {
    GapKind kind = GapKind::VertexVertex;
    int a = 0;  ///< number of the vertex, edge or face of a
    int b = 0;
};

/// The shortest vector found so far from a to b.
struct ShortestGap {
    Vector gap{0.0, 0.0, 0.0};
    double squared = __builtin_inf();
    GapElements elements;

    void offer(Vector candidate, GapElements between) {
        const double candidate_squared = dot(candidate, candidate);
        if (candidate_squared < squared) {
            squared = candidate_squared;
            gap = candidate;
            elements = between;
        }
    }

    /// `between(lane)` names the elements of a lane's candidate.
    template <class Between>
    void offer(LaneMask valid, const VectorLanes& candidates, Between between) {
        const Lanes distances = dot(candidates, candidates);
        for (int shorter = bits(valid & (distances < broadcast(squared))); shorter != 0;
             shorter &= shorter - 1) {
            const int lane = lowest_bit(shorter);
            offer(Vector{candidates.x[lane], candidates.y[lane], candidates.z[lane]},
                  between(lane));
        }
    }
};

VectorLanes vertices(const PosedTet& tet) { return {load(tet.x), load(tet.y), load(tet.z)}; }

// The searches below take the pair with b moved by `offset`.

void offer_vertices(const Pair& pair, Vector offset, ShortestGap& shortest) {
    const VectorLanes at_b = vertices(pair.b);
    for (int i = 0; i < 4; ++i) {
        const VectorLanes from = broadcast(vertex(pair.a, i) - offset);
        shortest.offer(mask_of(0b1111), at_b - from, [i](int lane) {
            return GapElements{GapKind::VertexVertex, i, lane};
        });
    }
}

/// Vertices of one tet against the inside of the edges of the other.
void offer_vertex_edges(const Pair& pair, bool vertex_of_a, Vector offset, ShortestGap& shortest) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& edges = vertex_of_a ? pair.b : pair.a;
    const double sign = vertex_of_a ? 1.0 : -1.0;
    const Vector moved = vertex_of_a ? -1.0 * offset : offset;
    const Lanes zero = broadcast(0.0);
    const Lanes one = broadcast(1.0);
    for (int group = 0; group < 2; ++group) {
        const VectorLanes along = edges_of_b(edges, group);
        const VectorLanes from = starts_of_b(edges, group);
        const Lanes per_squared = one / dot(along, along);
        const LaneMask valid = mask_of(group == 0 ? 0b1111 : 0b0011);
        for (int i = 0; i < 4; ++i) {
            const VectorLanes reach = broadcast(vertex(points, i) + moved) - from;
            const Lanes share = dot(reach, along) * per_squared;
            const LaneMask within = valid & (share > zero) & (share < one);
            const VectorLanes gap{sign * (share * along.x - reach.x),
                                  sign * (share * along.y - reach.y),
                                  sign * (share * along.z - reach.z)};
            shortest.offer(within, gap, [=](int lane) {
                const int k = 4 * group + lane;
                return vertex_of_a ? GapElements{GapKind::VertexEdge, i, k}
                                   : GapElements{GapKind::EdgeVertex, k, i};
            });
        }
    }
}

/// Vertices of one tet in front of and over the faces of the other.
void offer_vertex_faces(const Pair& pair, bool vertex_of_a, Vector offset, ShortestGap& shortest) {
    const PosedTet& points = vertex_of_a ? pair.a : pair.b;
    const PosedTet& planes = vertex_of_a ? pair.b : pair.a;
    const PlaneValues& values = vertex_of_a ? pair.on_b : pair.on_a;
    const double sign = vertex_of_a ? -1.0 : 1.0;
    const Vector moved = vertex_of_a ? -1.0 * offset : offset;
    const Lanes shift =
        dot(VectorLanes{load(planes.nx), load(planes.ny), load(planes.nz)}, broadcast(moved));
    for (int i = 0; i < 4; ++i) {
        const Lanes distances = (values.value[i] + shift) * load(planes.inverse_length);
        int candidates = bits((distances >= broadcast(0.0)) &
                              (distances * distances < broadcast(shortest.squared)));
        for (; candidates != 0; candidates &= candidates - 1) {
            const int face = lowest_bit(candidates);
            if (over_face(planes, face, vertex(points, i) + moved)) {
                shortest.offer((sign * distances[face]) * unit_normal(planes, face),
                               vertex_of_a ? GapElements{GapKind::VertexFace, i, face}
                                           : GapElements{GapKind::FaceVertex, face, i});
            }
        }
    }
}

void offer_edges(const Pair& pair, Vector offset, double tolerance, ShortestGap& shortest) {
    for (int first = 0; first < 36; first += 4) {
        const LinePairs lines =
            closest_on_edges(pair.a, pair.b, offset, first / 12, first % 12 / 4, tolerance);
        shortest.offer(lines.crossing, lines.difference, [first](int lane) {
            return GapElements{GapKind::EdgeEdge, (first + lane) / 6, (first + lane) % 6};
        });
    }
}

double lowest_lane(Lanes v) { return -largest(-v); }

/// True when no shorter gap exists: along the gap's direction the tets lie as far apart as it is
/// long, up to rounding.
bool is_shortest(const Pair& pair, Vector offset, const ShortestGap& found) {
    constexpr double kRounding = 1e-12;
    const VectorLanes direction = broadcast(found.gap);
    const VectorLanes origin = broadcast(vertex(pair.a, 0));
    const double highest_a = largest(dot(vertices(pair.a) - origin, direction));
    const double lowest_b = lowest_lane(dot(vertices(pair.b) - origin, direction));
    const double apart = lowest_b + dot(offset, found.gap) - highest_a;
    return apart >= (1.0 - kRounding) * found.squared;
}

/// The gap between elements named before, when their closest points still lie strictly inside them.
ShortestGap gap_between(const Pair& pair, GapElements elements, Vector offset, double tolerance) {
    ShortestGap result;
    switch (elements.kind) {
        case GapKind::VertexVertex:
            result.offer(vertex(pair.b, elements.b) + offset - vertex(pair.a, elements.a),
                         elements);
            break;
        case GapKind::VertexEdge:
        case GapKind::EdgeVertex: {
            const bool vertex_of_a = elements.kind == GapKind::VertexEdge;
            const PosedTet& points = vertex_of_a ? pair.a : pair.b;
            const PosedTet& edges = vertex_of_a ? pair.b : pair.a;
            const int i = vertex_of_a ? elements.a : elements.b;
            const int k = vertex_of_a ? elements.b : elements.a;
            const Vector moved = vertex_of_a ? -1.0 * offset : offset;
            const Vector along = edge(edges, k);
            const Vector reach = vertex(points, i) + moved - vertex(edges, kEdgeStart[k]);
            const double share = dot(reach, along) / dot(along, along);
            if (share > 0.0 && share < 1.0) {
                result.offer((vertex_of_a ? 1.0 : -1.0) * (share * along - reach), elements);
            }
            break;
        }
        case GapKind::VertexFace:
        case GapKind::FaceVertex: {
            const bool vertex_of_a = elements.kind == GapKind::VertexFace;
            const PosedTet& points = vertex_of_a ? pair.a : pair.b;
            const PosedTet& planes = vertex_of_a ? pair.b : pair.a;
            const int face = vertex_of_a ? elements.b : elements.a;
            const Vector moved = vertex_of_a ? -1.0 * offset : offset;
            const Vector point = vertex(points, vertex_of_a ? elements.a : elements.b) + moved;
            const Vector corner = vertex(planes, kFaceCorner[face][0]);
            const Vector normal = unit_normal(planes, face);
            if (over_face(planes, face, point)) {
                result.offer((vertex_of_a ? -1.0 : 1.0) * dot(point - corner, normal) * normal,
                             elements);
            }
            break;
        }
        case GapKind::EdgeEdge: {
            const Vector from_a = vertex(pair.a, kEdgeStart[elements.a]);
            const Vector from_b = vertex(pair.b, kEdgeStart[elements.b]) + offset;
            const Vector u = edge(pair.a, elements.a);
            const Vector v = edge(pair.b, elements.b);
            const ClosestOnLines closest = closest_on_lines(from_a, u, from_b, v, tolerance);
            if (!closest.parallel && closest.s > 0.0 && closest.s < 1.0 && closest.t > 0.0 &&
                closest.t < 1.0) {
                result.offer(from_b + closest.t * v - (from_a + closest.s * u), elements);
            }
            break;
        }
    }
    return result;
}

/// The shortest gap from a to b, when b is moved by `offset` and apart from a: the minimum over
/// V-V, V-E, V-F and E-E, left as soon as nothing can be shorter.
ShortestGap closest_gap(const Pair& pair, Vector offset, double tolerance) {
    ShortestGap shortest;
    offer_vertices(pair, offset, shortest);
    if (is_shortest(pair, offset, shortest)) {
        return shortest;
    }
    offer_vertex_faces(pair, true, offset, shortest);
    offer_vertex_faces(pair, false, offset, shortest);
    if (is_shortest(pair, offset, shortest)) {
        return shortest;
    }
    offer_vertex_edges(pair, true, offset, shortest);
    offer_vertex_edges(pair, false, offset, shortest);
    if (is_shortest(pair, offset, shortest)) {
        return shortest;
    }
    offer_edges(pair, offset, tolerance, shortest);
    return shortest;
}

/// The same, trying first the elements that were closest at another offset.
ShortestGap closest_gap(const Pair& pair, Vector offset, double tolerance, GapElements likely) {
    const ShortestGap same = gap_between(pair, likely, offset, tolerance);
    if (same.squared > 0.0 && same.squared < __builtin_inf() && is_shortest(pair, offset, same)) {
        return same;
    }
    return closest_gap(pair, offset, tolerance);
}

/// The face whose normal is within 4° of a unit direction: the first or the closest such face.
struct MatchingFace {
    int face = -1;
    double cosine = -1.0;
};

MatchingFace matching_face(const PosedTet& tet, Vector direction,
                           const GeneratorSettings& settings) {
    const Lanes cosines =
        (load(tet.nx) * broadcast(direction.x) + load(tet.ny) * broadcast(direction.y) +
         load(tet.nz) * broadcast(direction.z)) *
        load(tet.inverse_length);
    int faces = bits(cosines >= broadcast(kFaceCosine));
    if (settings.surface_faces_only) {
        faces &= tet.surface_faces;
    }
    MatchingFace best;
    for (; faces != 0; faces &= faces - 1) {
        const int face = lowest_bit(faces);
        if (cosines[face] > best.cosine) {
            best = {face, cosines[face]};
        }
        if (settings.growth_face == GrowthFace::First) {
            break;
        }
    }
    return best;
}

/// The normal of the best feature for a direction d from a to b: of a face within 4° of it, else d
/// itself, which is then the normal of an edge or vertex. A face outranks those; of a face on each
/// side the one closer to d wins with GrowthFace::Best, else a's.
Vector feature_normal(const Pair& pair, Vector direction, const GeneratorSettings& settings) {
    const MatchingFace of_a = matching_face(pair.a, direction, settings);
    const MatchingFace of_b = matching_face(pair.b, -1.0 * direction, settings);
    const bool prefer_b = settings.growth_face == GrowthFace::Best && of_b.cosine > of_a.cosine;
    if (of_b.face >= 0 && (of_a.face < 0 || prefer_b)) {
        return -1.0 * unit_normal(pair.b, of_b.face);
    }
    return of_a.face >= 0 ? unit_normal(pair.a, of_a.face) : direction;
}

/// The direction between the closest points once the pair has been shrunk apart and grown back to a
/// small gap. Not a direction (zero): the centroids coincide.
/// Algorithm 2 with its slips mended: α = 1/(1 − τ), and τ grows by −β s·v/(v·v).
Vector growth_direction(const Pair& pair, double critical, const GeneratorSettings& settings) {
    if (!(critical > kSmallestScale)) {
        return {0.0, 0.0, 0.0};
    }
    double scale = settings.first_scale;
    while (scale >= critical) {
        scale *= kShrink;
    }
    const Vector origin = vertex(pair.a, 0);
    const Vector v = centroid_from(pair.a, origin) - centroid_from(pair.b, origin);
    const double v_squared = dot(v, v);
    const double tolerance = sine_tolerance(settings);
    const double diameter_a = diameter(pair.a);
    const double diameter_b = diameter(pair.b);
    const double gap_wanted = kGapShare * (diameter_a < diameter_b ? diameter_a : diameter_b);
    double tau = 1.0 - 1.0 / scale;
    ShortestGap shortest = closest_gap(pair, tau * v, tolerance);
    for (int step = 0; step < kMaxSteps && scale * length(shortest.gap) > gap_wanted; ++step) {
        const double next_tau = tau - kStep * scale * dot(shortest.gap, v) / v_squared;
        const double grown = 1.0 / (1.0 - next_tau);
        const double next_scale = grown < 1.0 ? grown : 1.0;
        if (next_scale >= critical || !(next_scale > scale)) {
            break;
        }
        scale = next_scale;
        tau = 1.0 - 1.0 / scale;
        shortest = closest_gap(pair, tau * v, tolerance, shortest.elements);
    }
    const double size = length(shortest.gap);
    return size > 0.0 ? (1.0 / size) * shortest.gap : Vector{0.0, 0.0, 0.0};
}

}  // namespace

// Erleben [2018], Appendix B, Algorithm 2.
void growth(const PosedTet& a, const PosedTet& b, const GeneratorSettings& settings,
            TetPairContacts& contacts) {
    const PlaneValues on_a = plane_values(a, b);
    if (separated(on_a)) {
        return;
    }
    const PlaneValues on_b = plane_values(b, a);
    if (separated(on_b)) {
        return;
    }
    const SharedPoints points = shared_points(a, b, on_a, on_b, settings.own_plane);
    if (points.count == 0) {
        return;
    }
    const Pair pair{a, b, on_a, on_b};
    const double critical = critical_scale(pair);
    if (critical > 1.0) {
        return;
    }
    const Vector direction = growth_direction(pair, critical, settings);
    if (dot(direction, direction) > 0.0) {
        report_points(points, feature_normal(pair, direction, settings), false,
                      length_tolerance(a, b, settings), contacts);
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
