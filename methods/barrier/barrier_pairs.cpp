#include "methods/barrier/barrier_pairs.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "methods/barrier/barrier_function.h"
#include "methods/geometry/feature_distance.h"

namespace touchstone {
namespace {

std::array<Vec3, 3> triangle_points(const Triangle& face, std::span<const Vec3> points) {
    return {points[face[0]], points[face[1]], points[face[2]]};
}

std::array<Vec3, 2> ends_of(const std::array<int, 2>& edge, std::span<const Vec3> points) {
    return {points[edge[0]], points[edge[1]]};
}

/// Turns places in an element into indices of points, and sorts these by insertion, with their
/// weights: equal features then have equal names, whichever element they came from.
template <std::size_t count>
void name_side(const std::array<int, count>& element, const std::array<int, 3>& places,
               const std::array<double, 3>& weights, int used, std::array<int, 3>& points,
               std::array<double, 3>& point_weights) {
    for (int i = 0; i < used; ++i) {
        int at = i;
        const int point = element[places[i]];
        for (; at > 0 && points[at - 1] > point; --at) {
            points[at] = points[at - 1];
            point_weights[at] = point_weights[at - 1];
        }
        points[at] = point;
        point_weights[at] = weights[i];
    }
}

template <std::size_t count_a, std::size_t count_b>
BarrierPair named_pair(const ClosestFeatures& closest, const std::array<int, count_a>& a,
                       const std::array<int, count_b>& b) {
    BarrierPair pair;
    pair.count_a = closest.count_a;
    pair.count_b = closest.count_b;
    pair.way = closest.way;
    name_side(a, closest.a, closest.weights_a, closest.count_a, pair.a, pair.weights_a);
    name_side(b, closest.b, closest.weights_b, closest.count_b, pair.b, pair.weights_b);
    return pair;
}

/// Returns the pair with the bodies in the other order.
BarrierPair exchanged(const BarrierPair& pair) {
    BarrierPair other = pair;
    other.a = pair.b;
    other.b = pair.a;
    other.weights_a = pair.weights_b;
    other.weights_b = pair.weights_a;
    other.count_a = pair.count_b;
    other.count_b = pair.count_a;
    other.way = -pair.way;
    return other;
}

/// Appends the pairs of vertices of one body with faces of the other, A first in each.
class VertexFacePairs {
 public:
    VertexFacePairs(const BarrierSurface& vertices, std::span<const Vec3> vertex_points,
                    const BarrierSurface& faces, std::span<const Vec3> face_points, double reach,
                    bool vertex_of_b, NearPairMemory& memory)
        : vertices_(vertices),
          vertex_points_(vertex_points),
          faces_(faces),
          face_points_(face_points),
          reach_squared_(reach * reach),
          vertex_of_b_(vertex_of_b),
          memory_(memory) {
        memory_.of_facets.clear();
        memory_.of_facet_pairs.clear();
    }

    /// Adds a pair if it is near. Where whole facets count, it waits for `finish`, since only the
    /// nearest triangle of each facet makes a pair with a vertex.
    void meet(int vertex_index, int face_index) {
        const int vertex = vertices_.vertices[vertex_index];
        const Triangle& face = faces_.faces[face_index];
        const ClosestFeatures closest =
            closest_point_triangle(vertex_points_[vertex], triangle_points(face, face_points_),
                                   faces_.features[face_index]);
        const double distance_squared = closest.distance_squared();
        if (!(distance_squared < reach_squared_)) {
            return;
        }
        BarrierPair pair = named_pair(closest, std::array{vertex}, face);
        if (vertex_of_b_) {
            pair = exchanged(pair);
        }
        if (!faces_.whole_facets) {
            memory_.found.push_back(pair);
            return;
        }
        const int place = static_cast<int>(memory_.of_facet_pairs.size());
        memory_.of_facets.push_back({vertex, faces_.facet[face_index], distance_squared, place});
        memory_.of_facet_pairs.push_back(pair);
    }

    /// Keeps the nearest triangle for each vertex and facet.
    void finish() {
        std::vector<NearPairMemory::OfFacet>& found = memory_.of_facets;
        // Of two at the same distance the first one counts.
        std::ranges::sort(found, {}, [](const NearPairMemory::OfFacet& each) {
            return std::tuple(each.vertex, each.facet, each.distance_squared, each.pair);
        });
        for (std::size_t i = 0; i < found.size(); ++i) {
            const bool is_nearest = i == 0 || found[i - 1].vertex != found[i].vertex ||
                                    found[i - 1].facet != found[i].facet;
            if (is_nearest) {
                memory_.found.push_back(memory_.of_facet_pairs[found[i].pair]);
            }
        }
    }

 private:
    const BarrierSurface& vertices_;
    std::span<const Vec3> vertex_points_;
    const BarrierSurface& faces_;
    std::span<const Vec3> face_points_;
    double reach_squared_;
    bool vertex_of_b_;
    NearPairMemory& memory_;
};

/// The surfaces of both bodies, with their points in place.
struct PlacedSurfaces {
    const BarrierSurface& a;
    std::span<const Vec3> points_a;
    const BarrierSurface& b;
    std::span<const Vec3> points_b;
};

/// Appends a pair of edges if it is near and not parallel. The mollifier e goes to 0 as edges
/// become parallel, where their closest points jump: Li et al. [2020], Eq. (24). Its threshold
/// comes from the edges at rest.
void append_edge_pair(const PlacedSurfaces& bodies, const ElementPair& element, double reach,
                      std::vector<BarrierPair>& pairs) {
    const std::array<int, 2>& edge_a = bodies.a.edges[element.a];
    const std::array<int, 2>& edge_b = bodies.b.edges[element.b];
    const std::array<Vec3, 2> ends_a = ends_of(edge_a, bodies.points_a);
    const std::array<Vec3, 2> ends_b = ends_of(edge_b, bodies.points_b);
    const Vec3 u = ends_a[1] - ends_a[0];
    const Vec3 v = ends_b[1] - ends_b[0];
    const Vec3 rest_u = bodies.a.points[edge_a[1]] - bodies.a.points[edge_a[0]];
    const Vec3 rest_v = bodies.b.points[edge_b[1]] - bodies.b.points[edge_b[0]];
    const double threshold = mollifier_threshold(rest_u, rest_v);
    const double factor = mollifier(u.cross(v).squaredNorm(), threshold).value;
    // Rounding leaves parallel edges a cross product of some 1e-16 of their lengths, squared.
    constexpr double kParallel = 1e-24;
    if (factor <= kParallel) {
        return;
    }
    const ClosestFeatures closest = closest_edge_edge(ends_a, ends_b);
    if (!(closest.distance_squared() < reach * reach)) {
        return;
    }
    BarrierPair pair = named_pair(closest, edge_a, edge_b);
    if (factor < 1.0) {
        pair.factor = factor;
        pair.edge_a = edge_a;
        pair.edge_b = edge_b;
    }
    pairs.push_back(pair);
}

/// Packs the indices of up to six points, counted from 1 so that 0 means none, into three numbers
/// that compare like the six.
NearPairMemory::Key key_of(const BarrierPair& pair, int place) {
    const auto joined = [](int high, int low) {
        return static_cast<std::uint64_t>(high + 1) << 32 | static_cast<std::uint64_t>(low + 1);
    };
    return {
        {joined(pair.a[0], pair.a[1]), joined(pair.a[2], pair.b[0]), joined(pair.b[1], pair.b[2])},
        place};
}

/// Sorts by features, then by edges of mollified pairs, and merges equal ones.
void merge_pairs(NearPairMemory& memory, std::vector<BarrierPair>& merged) {
    const std::vector<BarrierPair>& found = memory.found;
    memory.keys.clear();
    memory.keys.reserve(found.size());
    for (int i = 0; i < std::ssize(found); ++i) {
        memory.keys.push_back(key_of(found[i], i));
    }
    const auto edges_of_pair = [&](int i) { return std::tie(found[i].edge_a, found[i].edge_b); };
    std::ranges::sort(memory.keys, [&](const NearPairMemory::Key& i, const NearPairMemory::Key& j) {
        if (i.points != j.points) {
            return i.points < j.points;
        }
        const bool same = edges_of_pair(i.pair) == edges_of_pair(j.pair);
        return same ? i.pair < j.pair : edges_of_pair(i.pair) < edges_of_pair(j.pair);
    });
    merged.clear();
    merged.reserve(found.size());
    const NearPairMemory::Key* last = nullptr;
    for (const NearPairMemory::Key& key : memory.keys) {
        const BarrierPair& pair = found[key.pair];
        if (last != nullptr && last->points == key.points &&
            edges_of_pair(last->pair) == edges_of_pair(key.pair)) {
            merged.back().multiplicity += pair.multiplicity;
            continue;
        }
        merged.push_back(pair);
        last = &key;
    }
}

}  // namespace

Feature mesh_feature(const BarrierSurface& surface, const std::array<int, 3>& places, int count) {
    Feature feature;
    feature.type = static_cast<FeatureType>(count - 1);
    for (int i = 0; i < count; ++i) {
        int at = i;
        const int vertex = surface.mesh_vertex[places[i]];
        for (; at > 0 && feature.vertices[at - 1] > vertex; --at) {
            feature.vertices[at] = feature.vertices[at - 1];
        }
        feature.vertices[at] = vertex;
    }
    return feature;
}

void find_near_pairs(const BarrierSurface& a, std::span<const Vec3> points_a,
                     const BarrierSurface& b, std::span<const Vec3> points_b,
                     const BarrierCandidates& candidates, double reach, NearPairMemory& memory,
                     std::vector<BarrierPair>& pairs) {
    memory.found.clear();
    VertexFacePairs of_a(a, points_a, b, points_b, reach, false, memory);
    for (const ElementPair& pair : candidates.vertex_face) {
        of_a.meet(pair.a, pair.b);
    }
    of_a.finish();
    VertexFacePairs of_b(b, points_b, a, points_a, reach, true, memory);
    for (const ElementPair& pair : candidates.face_vertex) {
        of_b.meet(pair.b, pair.a);
    }
    of_b.finish();
    const PlacedSurfaces bodies{a, points_a, b, points_b};
    for (const ElementPair& pair : candidates.edge_edge) {
        append_edge_pair(bodies, pair, reach, memory.found);
    }
    merge_pairs(memory, pairs);
}

std::vector<BarrierPair> near_pairs(const BarrierSurface& a, std::span<const Vec3> points_a,
                                    const BarrierSurface& b, std::span<const Vec3> points_b,
                                    const BarrierCandidates& candidates, double reach) {
    NearPairMemory memory;
    std::vector<BarrierPair> pairs;
    find_near_pairs(a, points_a, b, points_b, candidates, reach, memory, pairs);
    return pairs;
}

void keep_near(const BarrierSurface& a, std::span<const Vec3> points_a, const BarrierSurface& b,
               std::span<const Vec3> points_b, double reach, BarrierCandidates& candidates) {
    std::erase_if(candidates.vertex_face, [&](const ElementPair& pair) {
        return !(point_triangle_distance(points_a[a.vertices[pair.a]],
                                         triangle_points(b.faces[pair.b], points_b)) < reach);
    });
    std::erase_if(candidates.face_vertex, [&](const ElementPair& pair) {
        return !(point_triangle_distance(points_b[b.vertices[pair.b]],
                                         triangle_points(a.faces[pair.a], points_a)) < reach);
    });
    std::erase_if(candidates.edge_edge, [&](const ElementPair& pair) {
        return !(edge_edge_distance(ends_of(a.edges[pair.a], points_a),
                                    ends_of(b.edges[pair.b], points_b)) < reach);
    });
}

double smallest_distance(const BarrierSurface& a, std::span<const Vec3> points_a,
                         const BarrierSurface& b, std::span<const Vec3> points_b,
                         const BarrierCandidates& candidates) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const ElementPair& pair : candidates.vertex_face) {
        smallest =
            std::min(smallest, point_triangle_distance(points_a[a.vertices[pair.a]],
                                                       triangle_points(b.faces[pair.b], points_b)));
    }
    for (const ElementPair& pair : candidates.face_vertex) {
        smallest =
            std::min(smallest, point_triangle_distance(points_b[b.vertices[pair.b]],
                                                       triangle_points(a.faces[pair.a], points_a)));
    }
    for (const ElementPair& pair : candidates.edge_edge) {
        smallest = std::min(smallest, edge_edge_distance(ends_of(a.edges[pair.a], points_a),
                                                         ends_of(b.edges[pair.b], points_b)));
    }
    return smallest;
}

}  // namespace touchstone
