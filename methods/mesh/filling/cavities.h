#pragma once

#include <vector>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Finds a point in each cavity of the solid: strictly inside each inward shell of a valid surface.
std::vector<Vec3> find_cavity_points(const SurfaceMesh& surface);

}  // namespace touchstone
