#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/base/bounding_box.h"
#include "methods/base/box_tree.h"
#include "methods/base/types.h"
#include "methods/geometry/facet_model.h"
#include "methods/geometry/posed_tet.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"

namespace touchstone {

/// The order in which the elements of a body are visited, and so the winner of exact ties.
enum class ElementOrder {
    Canonical,  ///< by coordinates in the body's frame: the same for any numbering of the same
                ///< solid
    Authored    ///< as the mesh lists them
};

/// A body's mesh with all that does not change while it moves. Made once, shared by all queries.
struct CollisionShape {
    TetMesh mesh;  ///< vertices as authored; tets in element order
    std::vector<TetSurface>
        surface;  ///< per tet: which of its faces, edges, vertices are on the surface
    std::vector<int> surface_tets;  ///< the tets that own a surface face: only these make contacts
    BoxTree tree;                   ///< over `surface_tets`, by their boxes in body frame
    std::vector<int> vertex_order;  ///< vertices by their coordinates: the same for any numbering
    std::vector<int> vertex_rank;   ///< place of each vertex in `vertex_order`
    double size = kUnset;           ///< twice the largest distance of a vertex from their mean [m]
    ElementOrder order = ElementOrder::Canonical;
    std::optional<FacetModel> facets;  ///< for who looks at facets instead of tets
};

/// The mesh must be valid (see validate).
CollisionShape make_collision_shape(const TetMesh& mesh, ElementOrder order);

/// A shape for generators that look at facets: it has these and no `surface_tets`, so that no query
/// pays for tets. Features count the vertices of the mesh that is given, which must be valid.
CollisionShape make_facet_shape(const TetMesh& mesh);
CollisionShape make_facet_shape(const SurfaceMesh& surface);

/// A body as one query sees it. Holds a pointer to the shape, which must outlive it.
struct Collider {
    const CollisionShape* shape = nullptr;
    Pose world_from_body;
    Vec3 linear_velocity =
        Vec3::Zero();  ///< of the centre of mass, world frame [m/s]; zero: unknown
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
    std::vector<Vec3> vertices;            ///< of the mesh, world frame [m]
    std::vector<PosedTet> tets;            ///< one per entry of shape->surface_tets, world frame
    TreeBoxes tet_boxes;                   ///< of shape->tree, world frame
    BoundingBox bounds;                    ///< of all vertices, world frame
};

Collider make_collider(const CollisionShape& shape, const Pose& world_from_body);

/// True when `a` comes before `b` in an order that depends on their geometry and placement only.
bool comes_first(const Collider& a, const Collider& b);

}  // namespace touchstone
