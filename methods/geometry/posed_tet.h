#pragma once

#include <cstdint>
#include <span>

#include "methods/base/types.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"

namespace touchstone {

/// One tetrahedron in world frame, with quantities that would be costly to recompute in every pair
/// test, laid out for vector units: index i of a plane array belongs to the face opposite vertex i.
/// Edge vectors are not stored, since in large scenes reading them takes longer than subtracting
/// vertices. Plain numbers, so that code compiled for any instruction set can share it.
struct alignas(32) PosedTet {
    double x[4], y[4], z[4];        ///< coordinates of the vertices [m]
    double nx[4], ny[4], nz[4];     ///< outward face normals; their length is twice the face's area
                                    ///< [m²]
    double length[4];               ///< lengths of the face normals, |n| [m²]
    double inverse_length[4];       ///< reciprocals of the lengths, 1 / |n| [1/m²]
    double height[4];               ///< distance of vertex i from the plane of face i [m]
    double size;                    ///< length of the longest edge [m]
    double rounding;                ///< bound on the error of a distance due to rounded coordinates
                                    ///< [m]
    std::int32_t vertices[4];       ///< indices into the body's mesh
    std::int32_t surface_faces;     ///< bit i: face i lies on the surface of the body
    std::int32_t surface_edges;     ///< bit k: edge k lies on that surface
    std::int32_t surface_vertices;  ///< bit i: vertex i lies on that surface
};

/// Prepares a tetrahedron for pair tests; `vertices` are the vertices of the body's mesh in world
/// frame. Throws what use_avx2 throws: UsageError for a wrong TOUCHSTONE_KERNELS.
PosedTet pose_tet(const Tet& tet, const TetSurface& surface, std::span<const Vec3> vertices);

}  // namespace touchstone
