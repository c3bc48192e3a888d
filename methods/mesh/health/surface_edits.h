#pragma once

#include "methods/mesh/surface_mesh.h"

// The same solid bounded by other triangles. All are deterministic; the surface must be valid, and
// stays so.

namespace touchstone {

/// Turns up to `count` diagonals, in the order of the triangles: two triangles in one plane become
/// the other two of the same convex quadrilateral, each of them at most once.
SurfaceMesh with_turned_diagonals(const SurfaceMesh& surface, int count);

/// Splits the longest edge at its middle, `count` times.
SurfaceMesh with_split_edges(const SurfaceMesh& surface, int count);

/// Puts a vertex on the centroid of the largest triangle, `count` times.
SurfaceMesh with_face_vertices(const SurfaceMesh& surface, int count);

/// Puts vertices and triangles in another order, and begins triangles at another corner.
SurfaceMesh renumbered(const SurfaceMesh& surface, unsigned seed);

}  // namespace touchstone
