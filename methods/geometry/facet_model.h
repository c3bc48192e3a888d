#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/box_tree.h"
#include "methods/base/types.h"
#include "methods/geometry/outline.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

// A surface as one sees it: flat facets, straight edges where two facets meet, corners where edges
// end. How the mesh cuts a flat facet into triangles does not show, so that internal edges and
// vertices do not exist.
//
//        corner ___edge____ corner        n_L, n_R   normals of the facets beside an edge
//              /  left    /|              d          its direction, the left facet on its left
//             /   facet  / |              t_L = n_L × d,  t_R = d × n_R
//            /____edge__/  |                         from the edge into its facets
//            |   right  |  /              convex     (n_L × n_R) · d > 0
//            |   facet  | /
//            |__________|/
//
// Everything is in body frame. Numbers of facets, edges and corners depend on the solid alone, not
// on the order of vertices and triangles: corners by their coordinates, edges by their ends, facets
// by their corners.

/// Some consecutive entries of one of the model's lists.
struct IndexRange {
    int first = 0;
    int count = 0;
};

/// A flat part of the surface.
struct Facet {
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit, out of the solid
    double offset = kUnset;                ///< normal · x of its points [m]
    Vec3 axis_u = Vec3::Constant(kUnset);  ///< unit; u × v = normal
    Vec3 axis_v = Vec3::Constant(kUnset);  ///< unit
    double area = kUnset;                  ///< [m²]
    double perimeter = kUnset;             ///< of all its rings [m]
    IndexRange sides;                      ///< its boundary, in `sides` and `outlines`
    Triangle triangle{-1, -1, -1};         ///< its largest one, to name it by mesh vertices
};

/// An edge as the boundary of one of its facets.
struct FacetSide {
    int edge = -1;
    bool forward = true;  ///< the facet is the edge's left one
};

/// A straight edge between two facets.
struct FacetEdge {
    int start = -1;  ///< corner, the lower one
    int end = -1;    ///< corner
    int left = -1;   ///< facet
    int right = -1;  ///< facet
    bool convex = false;
    double length = kUnset;                    ///< [m]
    Vec3 direction = Vec3::Constant(kUnset);   ///< d, unit, from start to end
    Vec3 into_left = Vec3::Constant(kUnset);   ///< t_L
    Vec3 into_right = Vec3::Constant(kUnset);  ///< t_R
};

/// A vertex where facets meet other than along a straight edge.
struct FacetCorner {
    Vec3 position = Vec3::Constant(kUnset);  ///< [m]
    int vertex = -1;                         ///< of the mesh
    bool has_concave_edge = false;
    IndexRange facets;      ///< those that meet here, in `corner_facets`
    IndexRange edges;       ///< those that end here, in `corner_edges`
    IndexRange directions;  ///< of the mesh edges that leave it, in `corner_directions`
    IndexRange sectors;     ///< its fan of triangles, in `corner_sectors`
};

/// The part of a facet between two rays from one point, less than half a turn, counter-clockwise
/// around the normal from `a` to `b`.
struct Sector {
    Vec3 a = Vec3::Constant(kUnset);       ///< unit
    Vec3 b = Vec3::Constant(kUnset);       ///< unit
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit, out of the solid
};

enum class FacetFeatureType : std::uint8_t { Corner, Edge, Facet };

/// A feature of the model: its type and its index in the list of that type. The order is that of
/// contacts: corners, edges, facets.
struct FacetFeature {
    FacetFeatureType type = FacetFeatureType::Corner;
    int index = -1;

    auto operator<=>(const FacetFeature&) const = default;
};

struct FacetModel {
    std::vector<Facet> facets;
    std::vector<FacetEdge> edges;
    std::vector<FacetCorner> corners;
    std::vector<FacetSide> sides;
    std::vector<OutlineEdge> outlines;  ///< each side in its facet's axes: (u · x, v · x) [m]
    std::vector<int> corner_facets;
    std::vector<int> corner_edges;
    std::vector<Vec3> corner_directions;  ///< unit
    std::vector<Sector> corner_sectors;
    double size = kUnset;  ///< l: twice the largest distance of a vertex from the area's centre [m]
    double flat = kUnset;  ///< a vertex this close to a plane or line lies on it [m]
    Vec3 center_of_mass = Vec3::Constant(kUnset);
    BoxTree tree;                        ///< over corners, edges and facets
    TreeBoxes boxes;                     ///< of the tree, body frame
    std::vector<FacetFeature> features;  ///< by place in the tree
};

/// Calls `visit(feature)` for all features whose boxes touch `box`, in an order that depends on the
/// model alone.
template <typename Visit>
void visit_features_near(const FacetModel& model, const BoundingBox& box, const Visit& visit) {
    visit_overlapping(model.tree, model.boxes, box, 0,
                      [&](int place) { visit(model.features[place]); });
}

template <typename Entry>
std::span<const Entry> part_of(const std::vector<Entry>& list, IndexRange range) {
    return std::span<const Entry>(list).subspan(range.first, range.count);
}

/// Of a closed outward two-manifold surface. Vertices that no triangle uses are not looked at.
/// An edge of more than two triangles is taken for several edges in one place.
FacetModel make_facet_model(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

}  // namespace touchstone
