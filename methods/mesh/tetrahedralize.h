#pragma once

#include <filesystem>
#include <string>

#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// How a surface is filled with tetrahedra, and what it may cost.
struct TetrahedralizeOptions {
    std::string switches = "pYq2Q";  ///< TetGen's: letters p Y q a S Q with numbers, nothing else
    double time_limit = 60.0;        ///< wall and CPU time of the worker [s]
    std::filesystem::path cache_folder = default_cache_folder();  ///< empty: no cache

    static std::filesystem::path default_cache_folder();
};

/// Fills a closed surface with tetrahedra by TetGen, in a worker process.
/// Checks before: validate(surface), extent in all three axes, no self-intersection. Checks after:
/// validate(result), volumes add up to the surface's, and with `Y` the surface is kept exactly
/// (input vertices first, bit for bit). Throws MeshError that names the facet or vertex; nothing
/// the worker does, crash or hang, reaches the caller otherwise. Throws UsageError for switches out
/// of the list. Results are cached by content; the cache may be shared by any number of processes
/// and threads.
TetMesh tetrahedralize(const SurfaceMesh& surface, const TetrahedralizeOptions& options = {});

/// Throws UsageError, naming the letter, unless the switches are of the allowed form.
void validate_tetgen_switches(const std::string& switches);

}  // namespace touchstone
