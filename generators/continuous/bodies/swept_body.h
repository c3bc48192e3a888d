#pragma once

#include <array>
#include <span>
#include <vector>

#include "generators/continuous/bodies/rigid_sweep.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/collider.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

/// A body moving through a time step, given by the elements with which it can touch first: corners,
/// edges and triangles. Vertices and edges inside a flat facet cannot, so they are left out; the
/// triangles are all of the surface.
struct SweptBody {
    std::vector<int> corners;               ///< vertices
    std::vector<std::array<int, 2>> edges;  ///< vertices, of straight edges between facets
    std::vector<Triangle> triangles;        ///< vertices, counter-clockwise seen from outside
    std::vector<Vec3> points;               ///< per vertex of the mesh at t = 0, in the frame [m]
    RigidSweep sweep;                       ///< over the time step, in the frame
    double radius = 0.0;                ///< largest distance of a point from the centre of mass [m]
    const FacetModel* model = nullptr;  ///< facets of the collider's shape, which must outlive this
    Mat3 rotation = Mat3::Identity();   ///< frame from body, at t = 0
};

/// Makes the swept body. The collider's shape must have facets. The order of the elements depends
/// only on the solid and its triangles. The frame does not move; that of one of the bodies at t = 0
/// keeps coordinates small, and the answer the same however the scene is turned.
SweptBody make_swept_body(const Collider& collider, double time_step, const Pose& world_from_frame);

/// Returns the places of all points at that time.
std::vector<Vec3> points_at(const SweptBody& body, double time);

/// Two elements of two bodies whose swept boxes meet.
struct SweptPair {
    ImpactKind kind = ImpactKind::VertexFace;
    bool vertex_of_b = false;  ///< true in a VertexFace pair whose vertex is B's and whose face is
                               ///< A's
    int a = -1;                ///< place in A's list of corners, edges or triangles
    int b = -1;                ///< place in B's list
};

/// The points of both bodies at the beginning and at the end of straight motions.
struct SweptPoints {
    std::span<const Vec3> start_a, end_a;
    std::span<const Vec3> start_b, end_b;
};

/// Finds all pairs whose boxes around both ends of the motion overlap after one is grown by
/// `margin` [m]: A's corners and B's triangles, A's triangles and B's corners, edges; each in the
/// order of A, then of B.
std::vector<SweptPair> find_swept_pairs(const SweptBody& a, const SweptBody& b,
                                        const SweptPoints& points, double margin);

/// Returns the pair as a query for methods of contact times.
ImpactQuery query_of(const SweptBody& a, const SweptBody& b, const SweptPoints& points,
                     const SweptPair& pair);

}  // namespace touchstone
