#pragma once

#include <span>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

// Bodies that are not convex can be given with convex parts that fill them.

/// Largest number of convex parts of a body.
inline constexpr int kMostConvexParts = 1000;

/// Makes the convex hull of each part. Throws MeshError, naming the part, for points without
/// volume.
std::vector<SurfaceMesh> make_part_surfaces(std::span<const HullShape> parts);

/// Throws MeshError, naming the part, unless the parts fill the solid: each has volume and all its
/// points on its hull, none sticks out, no two overlap, each vertex of the solid is in one, and
/// together they have the solid's volume. All of this holds to within 1e-6 of the solid's size,
/// since corners are written with few digits. A part thinner than four times that is refused, too.
void check_convex_cut(const SurfaceMesh& solid, std::span<const HullShape> parts);

}  // namespace touchstone
