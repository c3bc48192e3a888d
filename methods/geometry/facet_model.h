#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/boxes/box_tree.h"
#include "methods/base/types.h"
#include "methods/geometry/outline.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

// A surface described by its shape: flat facets, straight edges where two facets meet, and corners
// where edges end. The cuts of a flat facet into triangles leave no trace, so internal edges and
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
// All coordinates are in body frame. The numbers of facets, edges and corners depend on the solid
// alone, not on the order of vertices and triangles: corners are sorted by coordinates, edges by
// their ends, facets by their corners.

/// A run of consecutive entries of one of the model's lists.
struct IndexRange {
    int first = 0;
    int count = 0;
};

/// A flat part of the surface.
struct Facet {
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector out of the solid
    double offset = kUnset;                ///< normal · x of the facet's points [m]
    Vec3 axis_u = Vec3::Constant(kUnset);  ///< first axis of the plane, unit; u × v = normal
    Vec3 axis_v = Vec3::Constant(kUnset);  ///< second axis of the plane, unit
    double area = kUnset;                  ///< [m²]
    double perimeter = kUnset;             ///< length of all boundary rings together [m]
    IndexRange sides;                      ///< boundary of the facet, in `sides` and `outlines`
    Triangle triangle{-1, -1, -1};         ///< vertices of its largest triangle, as a name
};

/// Returns the vertices that name a facet, in ascending order.
Triangle name_of(const Facet& facet);

/// An edge seen from one of its two facets.
struct FacetSide {
    int edge = -1;
    bool forward = true;  ///< true where the facet is the left one of the edge
};

/// A straight edge between two facets.
struct FacetEdge {
    int start = -1;  ///< corner, the one with the lower number
    int end = -1;    ///< corner, the one with the higher number
    int left = -1;   ///< facet to the left of `direction`
    int right = -1;  ///< facet to the right of `direction`
    bool convex = false;
    double length = kUnset;                    ///< [m]
    Vec3 direction = Vec3::Constant(kUnset);   ///< d: unit, from start to end
    Vec3 into_left = Vec3::Constant(kUnset);   ///< t_L: unit, from the edge into the left facet
    Vec3 into_right = Vec3::Constant(kUnset);  ///< t_R: unit, from the edge into the right facet
};

/// A vertex at which facets meet other than along one straight edge.
struct FacetCorner {
    Vec3 position = Vec3::Constant(kUnset);  ///< [m]
    int vertex = -1;                         ///< index of the mesh vertex
    bool has_concave_edge = false;
    IndexRange facets;      ///< facets that meet at the corner, in `corner_facets`
    IndexRange edges;       ///< edges that end at the corner, in `corner_edges`
    IndexRange directions;  ///< directions of the mesh edges at the corner, in `corner_directions`
    IndexRange sectors;     ///< fan of triangles around the corner, in `corner_sectors`
};

/// A wedge of a facet between two rays from one point, less than half a turn, counter-clockwise
/// around the normal from `a` to `b`.
struct Sector {
    Vec3 a = Vec3::Constant(kUnset);       ///< first ray, unit
    Vec3 b = Vec3::Constant(kUnset);       ///< second ray, unit
    Vec3 normal = Vec3::Constant(kUnset);  ///< normal of the facet, unit, out of the solid
};

/// The types of feature, in the order in which contacts prefer them.
enum class FacetFeatureType : std::uint8_t { Corner, Edge, Facet };

/// A feature of the model: its type and its index in the list of that type. Features sort as
/// contacts do: corners, edges, facets.
struct FacetFeature {
    FacetFeatureType type = FacetFeatureType::Corner;
    int index = -1;

    auto operator<=>(const FacetFeature&) const = default;
};

/// Largest thickness at which two facets count as the sides of a wall, as a share of the body's
/// size.
inline constexpr double kThinWall = 0.02;

/// The facets, edges and corners of one closed surface, and a tree for finding them.
struct FacetModel {
    std::vector<Facet> facets;
    std::vector<FacetEdge> edges;
    std::vector<FacetCorner> corners;
    std::vector<FacetSide> sides;
    std::vector<OutlineEdge> outlines;  ///< edges by side: (u · x, v · x) in facet axes [m]
    std::vector<int> corner_facets;
    std::vector<int> corner_edges;
    std::vector<Vec3> corner_directions;  ///< unit vectors away from the corner
    std::vector<Sector> corner_sectors;
    double size = kUnset;       ///< l: twice the largest distance of a vertex from the surface's
                                ///< centroid [m]
    double thickness = kUnset;  ///< of the thinnest wall between two facets whose normals are
                                ///< opposite, to 0.01 rad, where it is thinnest [m]; infinite where
                                ///< none is thinner than kThinWall sizes
    double flat = kUnset;       ///< distance up to which a vertex counts as on a plane or line [m]
    Vec3 center_of_mass = Vec3::Constant(kUnset);  ///< centroid of the solid or open surface [m]
    bool is_convex = false;                        ///< of one piece, without concave edges
    BoxTree tree;                                  ///< bounding volume hierarchy over all features
    TreeBoxes boxes;                               ///< bounds of the tree's nodes, body frame
    std::vector<FacetFeature> features;            ///< feature at each place of the tree
    std::vector<int> places_by_feature;            ///< places of the tree, sorted by feature
    std::vector<int> corners_by_vertex;            ///< corners, by mesh vertex, then number
    std::vector<int> facets_by_name;               ///< facets, by name_of, then number
};

/// Calls `visit(feature)` for every feature whose box touches `box`, in an order that depends on
/// the model alone.
template <typename Visit>
void visit_features_near(const FacetModel& model, const BoundingBox& box, const Visit& visit) {
    visit_overlapping(model.tree, model.boxes, box, 0,
                      [&](int place) { visit(model.features[place]); });
}

/// Returns the entries of `list` that `range` selects.
template <typename Entry>
std::span<const Entry> part_of(const std::vector<Entry>& list, IndexRange range) {
    return std::span<const Entry>(list).subspan(range.first, range.count);
}

/// Builds the model of a closed outward two-manifold surface. Vertices that no triangle uses are
/// ignored. An edge shared by more than two triangles counts as several coincident edges.
FacetModel make_facet_model(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

}  // namespace touchstone
