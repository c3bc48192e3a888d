#pragma once

#include <filesystem>
#include <vector>

#include "methods/mesh/filling/tetrahedralize.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The most triangles of a surface that is cut: CGAL's time grows faster than their number.
inline constexpr int kMostCutTriangles = 2000;

/// The limit of the cost of cutting a solid, and the cache.
struct CutOptions {
    double time_limit = 300.0;  ///< limit on wall and CPU time of the worker [s]
    std::filesystem::path cache_folder =
        TetrahedralizeOptions::default_cache_folder();  ///< folder of the cache; empty: no cache
};

/// Cuts a solid into convex pieces along its concave edges, by CGAL's exact decomposition in the
/// mesh worker (see tetrahedralize), and returns the corners of each, sorted, in the surface's
/// frame [m]. They are more than need be: each concave edge, even one that is concave by rounding
/// alone, cuts everything above and below it. To have few of these, the solid is turned so that its
/// large faces lie straight, and coordinates are rounded to 4e-12 of its size. Checks before:
/// require_solid_surface, no cavity, at most kMostCutTriangles. Throws MeshError with the reason
/// and what to do; nothing the worker does, crash or hang, reaches the caller otherwise; and
/// FileError when there is no worker to start. Results are cached by content. Hachenberger [2009].
std::vector<std::vector<Vec3>> cut_into_convex_pieces(const SurfaceMesh& surface,
                                                      const CutOptions& options = {});

}  // namespace touchstone
