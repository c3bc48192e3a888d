#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/base/boxes/box_tree.h"
#include "methods/base/types.h"
#include "methods/geometry/feature_distance.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/thin_mesh.h"

namespace touchstone {

/// The elements between which a barrier acts.
enum class BarrierPrimitives {
    Triangles,  ///< all vertices, edges and triangles of the mesh: as in Li et al. [2020]
    Facets  ///< flat parts of the surface, whatever their triangles, with the straight edges and
            ///< corners between them
};

/// A body's surface by the elements that a barrier acts on. Numbers depend on the geometry alone.
struct BarrierSurface {
    std::vector<Vec3> points;      ///< vertices in body frame [m]
    std::vector<int> mesh_vertex;  ///< number of each vertex in the mesh
    std::vector<int> vertices;     ///< vertices that meet faces
    std::vector<std::array<int, 2>> edges;
    std::vector<Triangle> faces;
    std::vector<TriangleFeatures> features;  ///< border parts of each face that are features
    bool whole_facets = false;               ///< true: of a facet's faces only the nearest counts
    std::vector<int> facet;  ///< number of the facet of each face; for Triangles its own
    BoxTree vertex_tree;     ///< over `vertices`
    BoxTree edge_tree;       ///< over `edges`
    BoxTree face_tree;       ///< over `faces`
};

/// Makes the surface of a closed mesh.
BarrierSurface make_barrier_surface(std::span<const Vec3> vertices,
                                    std::span<const Triangle> triangles,
                                    BarrierPrimitives primitives);

/// Makes the "surface" of an obstacle of points, segments and triangles, with all their edges.
/// `mesh_vertex`: number by which others know each vertex.
BarrierSurface make_barrier_surface(const ThinMesh& mesh, std::span<const int> mesh_vertex);

/// The boxes of a surface's elements, in some frame.
struct BarrierBoxes {
    TreeBoxes vertices;
    TreeBoxes edges;
    TreeBoxes faces;
    BoundingBox bounds;  ///< around all of them

    /// Returns true when they are not made yet.
    bool empty() const {
        return vertices.nodes.empty() && edges.nodes.empty() && faces.nodes.empty();
    }
};

/// Returns the boxes around straight motions of the points from `start` to `end`, which may be the
/// same.
BarrierBoxes swept_boxes(const BarrierSurface& surface, std::span<const Vec3> start,
                         std::span<const Vec3> end);

/// Pairs of elements of two bodies, or of one, that may be near each other.
struct BarrierCandidates {
    std::vector<ElementPair> vertex_face;  ///< a vertex of A, a face of B
    std::vector<ElementPair> face_vertex;  ///< a face of A, a vertex of B
    std::vector<ElementPair> edge_edge;    ///< an edge of each

    /// Returns true when there are none.
    bool empty() const { return vertex_face.empty() && face_vertex.empty() && edge_edge.empty(); }
};

/// Returns all pairs whose boxes come within `margin` [m] of each other, in order.
BarrierCandidates find_candidates(const BarrierSurface& a, const BarrierBoxes& boxes_a,
                                  const BarrierSurface& b, const BarrierBoxes& boxes_b,
                                  double margin);

/// Returns true for elements of one surface that have a point in common.
bool share_point(std::span<const int> first, std::span<const int> second);

/// Returns all pairs of elements of one surface that share no point, whose boxes come within
/// `margin` [m] of each other, in order and each once: none is in `face_vertex`.
BarrierCandidates find_self_candidates(const BarrierSurface& surface, const BarrierBoxes& boxes,
                                       double margin);

}  // namespace touchstone
