#pragma once

#include <string>

#include "methods/mesh/filling/tetrahedralize.h"

namespace touchstone {

/// A solid's tets, and what was not done as asked.
struct FilledSolid {
    TetMesh mesh;
    std::string note;  ///< one line; empty: the switches that were asked for did
};

/// `tetrahedralize`, with weaker switches where those asked for fail: without q, then also without
/// Y unless `keep_surface`, since without Y flat parts may be cut anew. Where a flat part has more
/// than 500 corners the weakest are taken at once: with Y and q TetGen's time grows with the cube
/// of that number. A time limit that is hit is no reason to try others: what comes out would depend
/// on how busy the machine is. Throws what `tetrahedralize` throws of the first attempt.
FilledSolid fill_solid(const SurfaceMesh& surface, const TetrahedralizeOptions& options = {},
                       bool keep_surface = false);

/// The most corners that one flat part of the surface has, about.
int largest_flat_part(const SurfaceMesh& surface);

}  // namespace touchstone
