#pragma once

#include <vector>

#include "methods/mesh/health/surface_edits.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone::testing {

// Other meshes of the same solid. Deterministic in `seed`.

/// Splits triangles at `count` random points in faces and on edges. The solid stays the same up to
/// rounding.
SurfaceMesh split_at_random(const SurfaceMesh& mesh, int count, unsigned seed);

/// Moves every coordinate by up to `amplitude` [m].
SurfaceMesh with_noise(const SurfaceMesh& mesh, double amplitude, unsigned seed);

using touchstone::renumbered;

}  // namespace touchstone::testing
