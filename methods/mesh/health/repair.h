#pragma once

#include <string>
#include <vector>

#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

struct Repair {
    MeshFile mesh;
    std::vector<std::string> actions;  ///< what was done or left undone, a line each
};

/// Does what cannot change the shape: welds vertices with equal coordinates, keeps the first of
/// duplicate faces (tets), turns faces so that neighbours agree and closed shells are outward; of
/// tets, turns all when all are inverted. A shell within another keeps its sense, since which of
/// the two is meant only its maker knows. What is left in order stays in order. Stopped by
/// `progress`, the result means nothing.
Repair repair(const MeshFile& mesh, const MeshProgress& progress = {});

}  // namespace touchstone
