#pragma once

#include <cstdint>
#include <span>

#include "methods/base/types.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"

namespace touchstone {

/// One tetrahedron in world frame with what takes long to find out anew in every pair test, laid
/// out for vector units: index i of a plane array belongs to the face opposite vertex i. In large
/// scenes reading it takes longer than subtracting vertices, so the edges are not here. Plain
/// numbers, so that code compiled for any instruction set can share it.
struct alignas(32) PosedTet {
    double x[4], y[4], z[4];        ///< vertices [m]
    double nx[4], ny[4], nz[4];     ///< outward face normals; length: twice the face's area [m²]
    double length[4];               ///< |n| [m²]
    double inverse_length[4];       ///< 1 / |n| [1/m²]
    double height[4];               ///< distance of vertex i from face i [m]
    double size;                    ///< largest edge length [m]
    double rounding;                ///< what rounding of its coordinates can do to a distance [m]
    std::int32_t vertices[4];       ///< indices into the body's mesh
    std::int32_t surface_faces;     ///< bit i: face i lies on the body's surface
    std::int32_t surface_edges;     ///< bit k: edge k lies on it
    std::int32_t surface_vertices;  ///< bit i: vertex i lies on it
};

/// `vertices` are the body's mesh vertices in world frame.
PosedTet pose_tet(const Tet& tet, const TetSurface& surface, std::span<const Vec3> vertices);

}  // namespace touchstone
