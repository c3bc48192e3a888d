#pragma once

#include <string>

#include "methods/mesh/filling/tetrahedralize.h"

namespace touchstone {

/// A solid's tets, and the switches that were not as asked.
struct FilledSolid {
    TetMesh mesh;
    std::string note;  ///< note for the user; empty: the switches asked for were used
};

/// Calls `tetrahedralize`, with weaker switches where those asked for fail: without q, then also
/// without Y unless `keep_surface`, since without Y flat parts may be cut anew. Where a flat part
/// has more than 500 corners the weakest are taken at once: with Y and q TetGen's time grows with
/// the cube of that number. A time limit that is hit is no reason to try others: what comes out
/// would depend on how busy the machine is. Throws what `tetrahedralize` throws of the first
/// attempt.
FilledSolid fill_solid(const SurfaceMesh& surface, const TetrahedralizeOptions& options = {},
                       bool keep_surface = false);

/// Returns about how many corners the flat part of the surface with the most has.
int largest_flat_part(const SurfaceMesh& surface);

}  // namespace touchstone
