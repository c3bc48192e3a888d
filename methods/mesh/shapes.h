#pragma once

#include <span>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Makes a box centred at the origin; size: full edge lengths [m], each > 0.
/// 8 vertices and 12 triangles: 0(-,-,+) 1(+,-,+) 2(+,+,+) 3(-,+,+), 4..7 the same at -z.
SurfaceMesh make_box(const Vec3& size);

/// Makes the convex hull of the points, coplanar faces triangulated. Its vertices are the hull's
/// corners in the order in which they stand in `points`. Points that are hardly outside a face or
/// an edge are no corners: those within 1e-8 of the size, or within four roundings of the
/// coordinates, see estimate_precision. Throws MeshError when the points are fewer than four, not
/// finite or flat. Qhull with the options `Qx Qt`.
SurfaceMesh make_convex_hull(std::span<const Vec3> points);

/// Makes a prism along +y, centred: the bottom ring's vertices, then the top ring's, at angle t =
/// 2πj/sides: (r cos t, y, -r sin t). `sides` in 3…4096.
SurfaceMesh make_cylinder(double radius, double height, int sides);

/// A frustum along +y with a vertex in the middle of each cap, as the pillar's segments are:
/// vertex 2j (bottom ring) and 2j+1 (top ring) at angle t = 2πj/sides: (r cos t, y, -r sin t); then
/// the centre of the top cap, then that of the bottom cap. Bottom at -height/2.
struct FrustumOptions {
    double bottom_radius = kUnset;  ///< [m], > 0
    double top_radius = kUnset;     ///< [m], > 0
    double height = kUnset;         ///< [m], > 0
    int sides = 6;                  ///< 3…4096
};
/// Makes a frustum.
SurfaceMesh make_frustum(const FrustumOptions& options);

/// Makes an icosphere, projected at each level; its twelve corners start as (0, ±1, ±φ) and its
/// cyclic turns, so that from one subdivision on the six axis points are vertices. `subdivisions`
/// in 0…5.
SurfaceMesh make_sphere(double radius, int subdivisions);

}  // namespace touchstone
