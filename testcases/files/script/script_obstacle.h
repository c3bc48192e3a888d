#pragma once

#include "methods/base/types.h"
#include "methods/mesh/files/mesh_file.h"
#include "testcases/scenes/test_case.h"

// Obstacles of scene scripts. Private to scene_script.cpp.

namespace touchstone {

/// Returns an obstacle with the mean of its vertices at the origin, turned, and scaled to this
/// largest extent [m]; a single point is not scaled. A closed surface is that of a solid, a flat
/// one becomes the top of a slab, and any other with a rim is thin; without faces its vertices are
/// points. Throws MeshError for tets, for faces that are none, for a vertex of no face, and for
/// what is wrong with a surface without a rim.
Shape make_obstacle_shape(const MeshFile& file, const Quat& turn, double size);

}  // namespace touchstone
