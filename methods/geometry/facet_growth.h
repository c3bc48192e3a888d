#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// A triangulated surface whose numbering depends on its geometry alone: vertices by coordinates,
/// triangles from their lowest vertex on and by their vertices.
struct OrderedSurface {
    std::vector<Vec3> vertices;
    std::vector<int> mesh_vertex;  ///< per vertex: its number in the mesh it came from
    std::vector<Triangle> triangles;
    std::vector<int> opposite;  ///< per half-edge 3t + i, from vertex i of triangle t to the next:
                                ///< the half-edge back; -1: an open border

    int start_of(int half_edge) const { return triangles[half_edge / 3][half_edge % 3]; }
    int end_of(int half_edge) const { return triangles[half_edge / 3][(half_edge + 1) % 3]; }
};
OrderedSurface make_ordered_surface(std::span<const Vec3> vertices,
                                    std::span<const Triangle> triangles);

/// The facets of a surface as sets of triangles, with the plane fitted to each.
struct FacetPartition {
    struct Plane {
        Vec3 normal = Vec3::Constant(kUnset);
        double offset = kUnset;  ///< [m]
        double area = 0.0;       ///< of its triangles [m²]
        int largest = -1;        ///< its largest triangle
    };
    std::vector<Plane> planes;
    std::vector<int> facet;  ///< per triangle
};

/// Merges triangles that lie in one plane. From the largest free triangle a facet grows over shared
/// edges: it takes a triangle within `flat` [m] of its plane and 2° of its normal, and after each
/// the plane is fitted anew. A facet that has bent away from its own first vertices that way grows
/// again with its plane held still.
FacetPartition grow_facets(const OrderedSurface& surface, double flat);

}  // namespace touchstone
