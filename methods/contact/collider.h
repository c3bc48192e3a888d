#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/base/types.h"
#include "methods/geometry/facet_model.h"
#include "methods/geometry/posed_tet.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

struct ConvexSolid;

/// The order in which the elements of a body are visited, which decides exact ties.
enum class ElementOrder {
    Canonical,  ///< order by coordinates in body frame: the same for every numbering of the solid
    Authored    ///< order of the mesh
};

/// A body's mesh and everything that stays constant while it moves. Made once, shared by all
/// queries.
struct CollisionShape {
    TetMesh mesh;  ///< vertices as authored; tets in element order
    std::vector<TetSurface>
        surface;  ///< faces, edges and vertices of each tet that lie on the surface
    std::vector<int> surface_tets;  ///< tets that own a surface face: only these make contacts
    BoxTree tree;                   ///< bounding volume hierarchy over `surface_tets`, body frame
    std::vector<int> vertex_order;  ///< vertices sorted by coordinates, whatever their numbering
    std::vector<int> vertex_rank;   ///< position of each vertex in `vertex_order`
    double size = kUnset;           ///< twice the largest distance of a vertex from the mean of all
                                    ///< [m]
    double envelope = 0.0;  ///< distance by which the surface was moved in, or is taken to have
                            ///< been, by a method that shrinks bodies first [m]
    ElementOrder order = ElementOrder::Canonical;
    std::shared_ptr<const FacetModel> facets;  ///< facets, for generators that use these instead of
                                               ///< tets; null: for others
    std::vector<Triangle> triangles;    ///< surface that `facets` is made of, vertices of `mesh`,
                                        ///< counter-clockwise seen from outside
    std::optional<SmoothShape> smooth;  ///< the exact shape that the mesh stands for, body frame;
                                        ///< nothing: the mesh is the shape
    std::shared_ptr<const ConvexSolid> convex;  ///< convex parts, for methods of convex bodies;
                                                ///< null: not made, or the solid is not convex and
                                                ///< none are given
};

/// Prepares a solid for queries. The mesh must be valid (see validate).
CollisionShape make_collision_shape(const TetMesh& mesh, ElementOrder order);

/// Prepares a solid for generators that use facets: the shape has these and no `surface_tets`, so
/// that no query pays for tets. Features refer to the vertices of the given mesh, which must be
/// valid.
CollisionShape make_facet_shape(const TetMesh& mesh);
/// Prepares the solid inside a closed surface in the same way.
CollisionShape make_facet_shape(const SurfaceMesh& surface);
/// Prepares it with a facet model of the surface that is there already.
CollisionShape make_facet_shape(const SurfaceMesh& surface,
                                std::shared_ptr<const FacetModel> facets);
/// Returns the outer faces of tets with all their vertices: what make_facet_shape divides into
/// facets.
SurfaceMesh surface_with_inner_vertices(const TetMesh& mesh);

/// A body at one instant, in world frame. It points to the shape, which must outlive it. An outline
/// has no vertices, tets and boxes of tets, and all else.
struct Collider {
    const CollisionShape* shape = nullptr;
    Pose world_from_body;
    Vec3 linear_velocity = Vec3::Zero();   ///< velocity of the centre of mass, world frame [m/s];
                                           ///< zero: unknown
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
    std::vector<Vec3> vertices;            ///< mesh vertices, world frame [m]
    std::vector<PosedTet> tets;            ///< one per entry of shape->surface_tets, world frame
    TreeBoxes tet_boxes;                   ///< bounds of the nodes of shape->tree, world frame
    BoundingBox bounds;                    ///< bounds of all vertices, world frame
};

/// Places a shape in the world, with all velocities zero.
Collider make_collider(const CollisionShape& shape, const Pose& world_from_body);

/// Does the same with a collider that is there already, in the memory of its vertices, tets and
/// boxes. Where the shape and every bit of the pose are as they were, only the
/// velocities change.
void place(Collider& collider, const CollisionShape& shape, const Pose& world_from_body);

/// Does what make_collider does for an outline: for a brick, a twentieth of the memory.
Collider make_outline(const CollisionShape& shape, const Pose& world_from_body);

/// Does the same with a collider that is there already, which becomes an outline if it is none.
/// Where the shape and every bit of the pose are as they were, only the velocities change.
void place_outline(Collider& collider, const CollisionShape& shape, const Pose& world_from_body);

/// Returns true for an outline.
bool is_outline(const Collider& collider);

/// Returns true when two poses have the same bits.
bool is_same_pose(const Pose& a, const Pose& b);

/// Returns true when `a` precedes `b` in an order that depends on their geometry and placement
/// only.
bool comes_first(const Collider& a, const Collider& b);

}  // namespace touchstone
