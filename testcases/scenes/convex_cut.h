#pragma once

#include <span>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

// Bodies that are not convex can be given with convex parts that fill them.

/// Largest number of convex parts of a body.
inline constexpr int kMostConvexParts = 1000;

/// Returns how far parts may be off from what fills the solid: 1e-6 of its size [m].
double cut_tolerance(const SurfaceMesh& solid);

/// Returns the area of a surface [m²].
double surface_area(const SurfaceMesh& surface);

/// Returns true for a convex part so thin that none of it may be left when it is moved inward by
/// the tolerance [m].
bool is_too_thin(const SurfaceMesh& part, double tolerance);

/// Makes the convex hull of each part. Throws MeshError, naming the part, for points without
/// volume.
std::vector<SurfaceMesh> make_part_surfaces(std::span<const HullShape> parts);

/// Throws MeshError, naming the part, unless the parts fill the solid: each has volume and all its
/// points on its hull, none sticks out, no two overlap, each vertex of the solid is in one, and
/// together they have the solid's volume. All of this holds to within cut_tolerance, since corners
/// are written with few digits. A part that is too thin is refused, too.
void check_convex_cut(const SurfaceMesh& solid, std::span<const HullShape> parts);

}  // namespace touchstone
