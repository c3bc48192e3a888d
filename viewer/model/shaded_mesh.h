#pragma once

#include <array>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone::viewer {

/// A mesh that stands for a curved surface, as it is drawn: with normals between which light is
/// interpolated. A vertex on a crease is there once for each side.
struct ShadedMesh {
    std::vector<Vec3> vertices;
    std::vector<Vec3> normals;  ///< unit, outward, one per vertex
    std::vector<Triangle> triangles;
    std::vector<std::array<Vec3, 2>> creases;  ///< ends of the edges where the surface has an edge
};

/// Bend between two faces above which a surface that has edges is taken to have one there.
inline constexpr double kCreaseAngle = 25.0;  ///< [degrees]

/// Computes the normals at each vertex of a mesh of a shape. Those of a shape without edges are its
/// surface's. Cylinders, cones, bowls, boxes and unions may have creases; their normals are means
/// of the faces around the vertex on the same side of all creases, weighted by their angles there.
ShadedMesh shaded(const SurfaceMesh& mesh, const SmoothShape& shape);

}  // namespace touchstone::viewer
