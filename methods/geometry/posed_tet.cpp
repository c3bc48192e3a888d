#include "methods/geometry/posed_tet.h"

#include "methods/geometry/pose_kernel.h"
#include "methods/lanes/instruction_set.h"

namespace touchstone {
namespace {

PoseKernel best_kernel() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return use_avx2() ? &avx2::pose_corners : &baseline::pose_corners;
#else
    return &baseline::pose_corners;
#endif
}

}  // namespace

PosedTet pose_tet(const Tet& tet, const TetSurface& surface, std::span<const Vec3> vertices) {
    static const PoseKernel set_corners = best_kernel();
    PosedTet posed;
    const double* corners[4];
    for (int i = 0; i < 4; ++i) {
        corners[i] = vertices[tet[i]].data();
        posed.vertices[i] = tet[i];
    }
    set_corners(corners, posed);
    posed.surface_faces = surface.faces;
    posed.surface_edges = surface.edges;
    posed.surface_vertices = surface.vertices;
    return posed;
}

}  // namespace touchstone
