#pragma once

#include "methods/base/types.h"
#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/surface_mesh.h"

// Obstacles of scene scripts. Private to scene_script.cpp.

namespace touchstone {

/// Returns a surface with the mean of its vertices at the origin, turned, and scaled to this
/// largest extent [m]. The barrier acts on both sides of a face, so an open surface would do;
/// bodies here are solids, so a flat one becomes the top of a slab. Throws MeshError for one that
/// is neither closed nor flat.
SurfaceMesh make_obstacle_surface(const MeshFile& file, const Quat& turn, double size);

}  // namespace touchstone
