#pragma once

#include <vector>

#include "methods/mesh/health/surface_edits.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone::testing {

// The same solid with another mesh. Deterministic in `seed`.

/// Points put into faces and onto edges at random, `count` of them, each splitting the triangles it
/// lies in. The solid stays the same up to rounding.
SurfaceMesh split_at_random(const SurfaceMesh& mesh, int count, unsigned seed);

/// Every coordinate moved by up to `amplitude` [m].
SurfaceMesh with_noise(const SurfaceMesh& mesh, double amplitude, unsigned seed);

using touchstone::renumbered;

}  // namespace touchstone::testing
