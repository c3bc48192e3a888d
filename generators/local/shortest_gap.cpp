#include "generators/local/shortest_gap.h"

#include "generators/local/edge_pairs.h"
#include "generators/local/over_face.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

void offer(ShortestGap& shortest, Vector candidate, GapElements between) {
    const double squared = dot(candidate, candidate);
    if (squared < shortest.squared) {
        shortest = {candidate, squared, between};
    }
}

/// Compares four candidates at once; `between(lane)` names the elements of a lane.
template <class Between>
void offer(ShortestGap& shortest, LaneMask valid, const VectorLanes& candidates, Between between) {
    const Lanes squared = dot(candidates, candidates);
    for (int shorter = bits(valid & (squared < broadcast(shortest.squared))); shorter != 0;
         shorter &= shorter - 1) {
        const int lane = lowest_bit(shorter);
        offer(shortest, Vector{candidates.x[lane], candidates.y[lane], candidates.z[lane]},
              between(lane));
    }
}

// The searches below treat the pair with b moved by `offset`.

void offer_vertices(const TetPair& pair, Vector offset, ShortestGap& shortest) {
    const VectorLanes at_b = vertices_of(pair.b);
    for (int i = 0; i < 4; ++i) {
        const VectorLanes from = broadcast(vertex(pair.a, i) - offset);
        offer(shortest, mask_of(0b1111), at_b - from, [i](int lane) {
            return GapElements{GapKind::VertexVertex, i, lane};
        });
    }
}

/// Compares vertices of one tet with the interior of the edges of the other.
void offer_vertex_edges(const TetPair& pair, bool vertex_of_a, Vector offset,
                        ShortestGap& shortest) {
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
            offer(shortest, within, gap, [=](int lane) {
                const int k = 4 * group + lane;
                return vertex_of_a ? GapElements{GapKind::VertexEdge, i, k}
                                   : GapElements{GapKind::EdgeVertex, k, i};
            });
        }
    }
}

/// Compares vertices of one tet with faces of the other that they are in front of and over.
void offer_vertex_faces(const TetPair& pair, bool vertex_of_a, Vector offset,
                        ShortestGap& shortest) {
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
            if (over_face(planes, face, vertex(points, i) + moved, 0.0)) {
                offer(shortest, (sign * distances[face]) * unit_normal(planes, face),
                      vertex_of_a ? GapElements{GapKind::VertexFace, i, face}
                                  : GapElements{GapKind::FaceVertex, face, i});
            }
        }
    }
}

void offer_edges(const TetPair& pair, Vector offset, double tolerance, ShortestGap& shortest) {
    for (int first = 0; first < 36; first += 4) {
        const LinePairs lines =
            closest_on_edges(pair.a, pair.b, offset, first / 12, first % 12 / 4, tolerance);
        offer(shortest, lines.crossing, lines.difference, [first](int lane) {
            return GapElements{GapKind::EdgeEdge, (first + lane) / 6, (first + lane) % 6};
        });
    }
}

/// Returns true when no shorter gap exists: along the gap's direction the tets are as far apart as
/// the gap is long, up to rounding.
bool is_shortest(const TetPair& pair, Vector offset, const ShortestGap& found) {
    constexpr double kRounding = 1e-12;
    const VectorLanes direction = broadcast(found.gap);
    const VectorLanes origin = broadcast(vertex(pair.a, 0));
    const double highest_a = largest(dot(vertices_of(pair.a) - origin, direction));
    const double lowest_b = smallest(dot(vertices_of(pair.b) - origin, direction));
    const double apart = lowest_b + dot(offset, found.gap) - highest_a;
    return apart >= (1.0 - kRounding) * found.squared;
}

/// Returns the gap between the given elements, when their closest points still lie strictly inside
/// them.
ShortestGap gap_between(const TetPair& pair, GapElements elements, Vector offset,
                        double tolerance) {
    ShortestGap result;
    switch (elements.kind) {
        case GapKind::VertexVertex:
            offer(result, vertex(pair.b, elements.b) + offset - vertex(pair.a, elements.a),
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
                offer(result, (vertex_of_a ? 1.0 : -1.0) * (share * along - reach), elements);
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
            if (over_face(planes, face, point, 0.0)) {
                offer(result, (vertex_of_a ? -1.0 : 1.0) * dot(point - corner, normal) * normal,
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
                offer(result, from_b + closest.t * v - (from_a + closest.s * u), elements);
            }
            break;
        }
    }
    return result;
}

}  // namespace

// Ends as soon as no shorter gap can exist.
ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance) {
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

ShortestGap shortest_gap(const TetPair& pair, Vector offset, double tolerance, GapElements likely) {
    const ShortestGap same = gap_between(pair, likely, offset, tolerance);
    if (same.squared > 0.0 && same.squared < __builtin_inf() && is_shortest(pair, offset, same)) {
        return same;
    }
    return shortest_gap(pair, offset, tolerance);
}

}  // namespace touchstone::TOUCHSTONE_ISA
