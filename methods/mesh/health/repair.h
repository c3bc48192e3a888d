#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"

namespace touchstone {

/// A repaired mesh, and how it came about.
struct Repair {
    MeshFile mesh;
    std::vector<std::string> actions;  ///< lines about what was done or left undone
};

/// The changes that a repair may make.
struct RepairOptions {
    double weld = 0.0;  ///< largest distance of vertices that become one [m]
};

/// Mends what cannot change the shape: welds vertices with equal coordinates, and near ones when
/// asked to, drops faces that become degenerate thereby, keeps the first of duplicate faces (tets),
/// drops both of a wall between two parts, whose faces look at each other, where that closes what
/// is left, turns faces so that neighbours agree and closed shells are outward; of
/// tets, turns all when all are inverted. A shell within another keeps its sense, since which of
/// the two is meant only its maker knows: inward it is a cavity. What is left in order stays in
/// order. Stopped by `progress`, the result means nothing.
Repair repair(const MeshFile& mesh, const RepairOptions& options = {},
              const MeshProgress& progress = {});

/// Names the kinds of problems that have more elements than before, each as "open_boundary: 3 → 5
/// vertices". Notes do not count: they are no faults, and welding within a distance may leave a
/// sliver. A repair that finds some is not to be used.
std::vector<std::string> find_worsened(std::span<const MeshProblem> before,
                                       std::span<const MeshProblem> after);

}  // namespace touchstone
