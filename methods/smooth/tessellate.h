#pragma once

#include "methods/mesh/surface_mesh.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// The way in which a smooth shape is turned into a mesh.
struct Tessellation {
    int level = 3;  ///< fineness from 0 to 5; each level halves the edges
    /// Rotation of the grid against the shape: any for balls and ellipsoids; of other shapes only
    /// the part about y has an effect, of round boxes and unions none.
    Quat turn = Quat::Identity();
};

/// Makes a closed mesh with all vertices on the surface: icospheres for balls, ellipsoids and
/// superellipsoids; 12·2ⁿ⁻¹ × 6·2ⁿ⁻¹ quadrangles (n ≥ 1; 8 × 5 for 0) for the torus; 4·2ⁿ sides
/// for the other solids that turn. A union of several parts has to be seen whole from its
/// origin: it is an icosphere whose vertices are moved out to the surface, so that seams between
/// parts are blunt. Throws MeshError for levels out of range and unions that hide a part of
/// themselves.
SurfaceMesh tessellate(const SmoothShape& shape, const Tessellation& tessellation);

/// Share of its size by which a mesh lies inside its surface, at most, at every level.
inline constexpr double kMostShortfall = 0.3;

/// Returns the longest edge of a mesh [m].
double longest_edge(const SurfaceMesh& mesh);

}  // namespace touchstone
