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
    std::vector<int> mesh_vertex;  ///< number of each vertex in the mesh that it came from
    std::vector<Triangle> triangles;
    std::vector<int> opposite;  ///< other half of each half-edge, or -1 at an open border;
                                ///< half-edge 3t + i runs from vertex i of triangle t to the next
                                ///< one

    /// Returns the vertex at which a half-edge starts.
    int start_of(int half_edge) const { return triangles[half_edge / 3][half_edge % 3]; }
    /// Returns the vertex at which a half-edge ends.
    int end_of(int half_edge) const { return triangles[half_edge / 3][(half_edge + 1) % 3]; }
};
/// Renumbers a triangulated surface; vertices that no triangle uses are left out.
OrderedSurface make_ordered_surface(std::span<const Vec3> vertices,
                                    std::span<const Triangle> triangles);

/// The facets of a surface as sets of triangles, with the plane fitted to each.
struct FacetPartition {
    /// The plane fitted to a facet, and the facet's measures.
    struct Plane {
        Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector out of the solid
        double offset = kUnset;                ///< normal · x of the plane's points [m]
        double area = 0.0;  ///< area of the facet's triangles as projected onto the plane [m²]
        int largest = -1;   ///< index of the facet's largest triangle
    };
    std::vector<Plane> planes;
    std::vector<int> facet;  ///< facet of each triangle
};

/// Merges triangles that lie in one plane. A facet starts at the largest free triangle and grows
/// over shared edges: it takes in each triangle within `flat` [m] of its plane and 2° of its
/// normal, and the plane is fitted anew after each. When the plane has drifted so far that a
/// triangle of the facet lies more than 2 `flat` away, the facet is grown again with the first
/// triangle's plane held fixed.
FacetPartition grow_facets(const OrderedSurface& surface, double flat);

}  // namespace touchstone
