#include "methods/barrier/barrier_surface.h"

#include <algorithm>
#include <set>

#include "methods/geometry/facet_edges.h"
#include "methods/geometry/facet_growth.h"

namespace touchstone {
namespace {

constexpr double kFlatFacetShare = 1e-5;  // of a surface's size, up to which it counts as flat, as
                                          // in a facet model [-]

/// Returns the distance from a plane up to which a facet counts as flat [m].
double flat_distance(std::span<const Vec3> points) {
    Vec3 mean = Vec3::Zero();
    for (const Vec3& point : points) {
        mean += point;
    }
    mean /= static_cast<double>(std::max<std::size_t>(1, points.size()));
    double radius = 0.0;
    for (const Vec3& point : points) {
        radius = std::max(radius, (point - mean).norm());
    }
    return 2.0 * kFlatFacetShare * radius;
}

/// Takes all vertices, and every edge once.
void take_all(const OrderedSurface& ordered, BarrierSurface& surface) {
    for (int v = 0; v < std::ssize(ordered.vertices); ++v) {
        surface.vertices.push_back(v);
    }
    for (int h = 0; h < std::ssize(ordered.opposite); ++h) {
        // Of the two half-edges of an edge the one towards the higher number counts.
        if (ordered.opposite[h] < 0 || ordered.start_of(h) < ordered.end_of(h)) {
            surface.edges.push_back({ordered.start_of(h), ordered.end_of(h)});
        }
    }
    surface.features.resize(surface.faces.size());
    for (int t = 0; t < std::ssize(surface.faces); ++t) {
        surface.facet.push_back(t);
    }
}

/// Takes straight edges between facets from end to end, and the corners at their ends.
void take_facets(const OrderedSurface& ordered, BarrierSurface& surface) {
    const double flat = flat_distance(ordered.vertices);
    const FacetPartition partition = grow_facets(ordered, flat);
    surface.facet = partition.facet;
    std::vector<bool> is_corner(ordered.vertices.size(), false);
    std::vector<bool> is_side(3 * ordered.triangles.size(), false);
    for (const FacetChain& chain : find_facet_edges(ordered, partition, flat)) {
        const int start = ordered.start_of(chain.half_edges.front());
        const int end = ordered.end_of(chain.half_edges.back());
        surface.edges.push_back({std::min(start, end), std::max(start, end)});
        is_corner[start] = true;
        is_corner[end] = true;
        for (const int half_edge : chain.half_edges) {
            is_side[half_edge] = true;
            if (ordered.opposite[half_edge] >= 0) {
                is_side[ordered.opposite[half_edge]] = true;
            }
        }
    }
    for (int v = 0; v < std::ssize(ordered.vertices); ++v) {
        if (is_corner[v]) {
            surface.vertices.push_back(v);
        }
    }
    for (int t = 0; t < std::ssize(surface.faces); ++t) {
        TriangleFeatures& features = surface.features.emplace_back();
        for (int i = 0; i < 3; ++i) {
            features.sides[i] = is_side[3 * t + i];
            features.corners[i] = is_corner[surface.faces[t][i]];
        }
    }
}

/// Returns the box around straight paths of the points, which is that around their ends.
BoundingBox swept_box(std::span<const int> places, std::span<const Vec3> start,
                      std::span<const Vec3> end) {
    BoundingBox box;
    for (const int place : places) {
        extend(box, {start[place].cwiseMin(end[place]), start[place].cwiseMax(end[place])});
    }
    return box;
}

std::span<const int> places_of(const int& vertex) { return {&vertex, 1}; }
std::span<const int> places_of(const std::array<int, 2>& edge) { return edge; }
std::span<const int> places_of(const Triangle& face) { return face; }

template <typename Element>
std::vector<BoundingBox> boxes_of(const std::vector<Element>& elements, std::span<const Vec3> start,
                                  std::span<const Vec3> end) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(elements.size());
    for (const Element& element : elements) {
        boxes.push_back(swept_box(places_of(element), start, end));
    }
    return boxes;
}

void build_trees(BarrierSurface& surface) {
    const std::span<const Vec3> points(surface.points);
    surface.vertex_tree = BoxTree(boxes_of(surface.vertices, points, points), kPairLeaf);
    surface.edge_tree = BoxTree(boxes_of(surface.edges, points, points), kPairLeaf);
    surface.face_tree = BoxTree(boxes_of(surface.faces, points, points), kPairLeaf);
}

}  // namespace

BarrierSurface make_barrier_surface(std::span<const Vec3> vertices,
                                    std::span<const Triangle> triangles,
                                    BarrierPrimitives primitives) {
    OrderedSurface ordered = make_ordered_surface(vertices, triangles);
    BarrierSurface surface;
    surface.faces = ordered.triangles;
    surface.whole_facets = primitives == BarrierPrimitives::Facets;
    if (surface.whole_facets) {
        take_facets(ordered, surface);
    } else {
        take_all(ordered, surface);
    }
    surface.points = std::move(ordered.vertices);
    surface.mesh_vertex = std::move(ordered.mesh_vertex);
    build_trees(surface);
    return surface;
}

BarrierSurface make_barrier_surface(const ThinMesh& mesh, std::span<const int> mesh_vertex) {
    BarrierSurface surface;
    surface.points = mesh.vertices;
    surface.mesh_vertex.assign(mesh_vertex.begin(), mesh_vertex.end());
    surface.faces = mesh.triangles;
    surface.features.resize(surface.faces.size());
    std::set<std::array<int, 2>> edges;
    const auto add_edge = [&](int i, int j) { edges.insert({std::min(i, j), std::max(i, j)}); };
    for (const auto& [start, end] : mesh.segments) {
        add_edge(start, end);
    }
    for (int t = 0; t < std::ssize(mesh.triangles); ++t) {
        surface.facet.push_back(t);
        for (int k = 0; k < 3; ++k) {
            add_edge(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]);
        }
    }
    surface.edges.assign(edges.begin(), edges.end());
    for (int v = 0; v < std::ssize(mesh.vertices); ++v) {
        surface.vertices.push_back(v);
    }
    build_trees(surface);
    return surface;
}

BarrierBoxes swept_boxes(const BarrierSurface& surface, std::span<const Vec3> start,
                         std::span<const Vec3> end) {
    BarrierBoxes boxes;
    boxes.vertices = refit(surface.vertex_tree, boxes_of(surface.vertices, start, end));
    boxes.edges = refit(surface.edge_tree, boxes_of(surface.edges, start, end));
    boxes.faces = refit(surface.face_tree, boxes_of(surface.faces, start, end));
    // The roots of the trees bound all; faces alone may be missing in a thin obstacle.
    for (const TreeBoxes* const tree : {&boxes.vertices, &boxes.edges, &boxes.faces}) {
        if (!tree->nodes.empty()) {
            extend(boxes.bounds, tree->nodes.front());
        }
    }
    return boxes;
}

BarrierCandidates find_candidates(const BarrierSurface& a, const BarrierBoxes& boxes_a,
                                  const BarrierSurface& b, const BarrierBoxes& boxes_b,
                                  double margin) {
    BarrierCandidates found;
    if (!overlap(inflated(boxes_a.bounds, margin), boxes_b.bounds)) {
        return found;
    }
    found.vertex_face =
        overlapping_elements(a.vertex_tree, boxes_a.vertices, b.face_tree, boxes_b.faces, margin);
    found.face_vertex =
        overlapping_elements(a.face_tree, boxes_a.faces, b.vertex_tree, boxes_b.vertices, margin);
    found.edge_edge =
        overlapping_elements(a.edge_tree, boxes_a.edges, b.edge_tree, boxes_b.edges, margin);
    return found;
}

bool share_point(std::span<const int> first, std::span<const int> second) {
    return std::ranges::find_first_of(first, second) != first.end();
}

BarrierCandidates find_self_candidates(const BarrierSurface& surface, const BarrierBoxes& boxes,
                                       double margin) {
    BarrierCandidates found;
    found.vertex_face = overlapping_elements(surface.vertex_tree, boxes.vertices, surface.face_tree,
                                             boxes.faces, margin);
    std::erase_if(found.vertex_face, [&](const ElementPair& pair) {
        return share_point({&surface.vertices[pair.a], 1}, surface.faces[pair.b]);
    });
    found.edge_edge = overlapping_elements(surface.edge_tree, boxes.edges, surface.edge_tree,
                                           boxes.edges, margin);
    std::erase_if(found.edge_edge, [&](const ElementPair& pair) {
        // Each pair of edges is found twice.
        return pair.a >= pair.b || share_point(surface.edges[pair.a], surface.edges[pair.b]);
    });
    return found;
}

}  // namespace touchstone
