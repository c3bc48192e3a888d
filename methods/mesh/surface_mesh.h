#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

using Triangle = std::array<int, 3>;  ///< vertex indices, counter-clockwise seen from outside

/// A closed surface that bounds a solid, in body frame [m]: every edge lies in exactly two
/// triangles that run through it in opposite directions, normals point out of the solid.
struct SurfaceMesh {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
};

/// Throws MeshError, naming the vertex or triangle, unless the mesh is closed, outward, finite,
/// free of unused and coincident vertices and of flat and duplicate triangles. Does not test for
/// self-intersection: see tetrahedralize.
void validate(const SurfaceMesh& mesh);

/// Returns the enclosed volume, positive when the surface is outward [m³].
double signed_volume(const SurfaceMesh& mesh);

}  // namespace touchstone
