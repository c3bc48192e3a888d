#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "methods/mesh/filling/filling_failure.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// The options for filling a surface with tetrahedra, and the limit of its cost.
struct TetrahedralizeOptions {
    std::string switches = "pYq2Q";  ///< switches of TetGen: letters p Y q a S Q with numbers, see
                                     ///< tetgen_switches.h
    double time_limit = 60.0;        ///< limit on wall and CPU time of the worker [s]
    std::filesystem::path cache_folder = default_cache_folder();  ///< folder of the cache; empty:
                                                                  ///< no cache

    /// Returns $TOUCHSTONE_CACHE_DIR, else touchstone/ in $XDG_CACHE_HOME, else in $HOME/.cache;
    /// else an empty path.
    static std::filesystem::path default_cache_folder();
};

/// Checks a surface before it is filled, or used by itself: validate(surface), extent along all
/// three axes, no self-intersection. Throws MeshError that names the element.
void require_solid_surface(const SurfaceMesh& surface);

/// Fills a closed surface with tetrahedra by TetGen, in a worker process: touchstone-tetgen-worker,
/// found by the environment variable TOUCHSTONE_TETGEN_WORKER, else beside the running program (the
/// module, in a program that has loaded one), else in ../libexec/touchstone from there.
/// Cavities are left open. Checks before: see require_solid_surface. Checks after:
/// validate(result), volumes add up to the surface's, and with `Y` the surface is kept exactly
/// (input vertices first, bit for bit). Throws MeshError that names the facet or vertex; nothing
/// the worker does, crash or hang, reaches the caller otherwise: FillingFailed, or where the time
/// was over MeshError. Throws UsageError for switches out of the list, FileError when there is no
/// worker to start. Results are cached by content; the cache may be shared by any number of
/// processes and threads. A cache that cannot be read or written is no error: the surface is meshed
/// again.
TetMesh tetrahedralize(const SurfaceMesh& surface, const TetrahedralizeOptions& options = {});

/// Returns the version of the TetGen library that the worker was linked with: "1.5.0".
std::string_view tetgen_version();

}  // namespace touchstone
