#pragma once

#include "methods/mesh/surface_mesh.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// How a smooth shape is given as a mesh.
struct Tessellation {
    int level = 3;  ///< 0…5; each halves the edges
    Quat turn =
        Quat::Identity();  ///< of the grid against the shape: of balls and ellipsoids any, of
                           ///< others only the part about y, of round boxes and unions none
};

/// Makes a closed mesh with all vertices on the surface: icospheres for balls, ellipsoids and
/// superellipsoids; 12·2ⁿ⁻¹ × 6·2ⁿ⁻¹ quadrangles (n ≥ 1; 8 × 5 for 0) for the torus; 4·2ⁿ sides
/// for the other solids that turn. A union of several parts has to be seen whole from its
/// origin: it is an icosphere whose vertices are moved out to the surface, so that seams between
/// parts are blunt. Throws MeshError for levels out of range and unions that hide a part of
/// themselves.
SurfaceMesh tessellate(const SmoothShape& shape, const Tessellation& tessellation);

/// Returns the longest edge of a mesh [m].
double longest_edge(const SurfaceMesh& mesh);

}  // namespace touchstone
