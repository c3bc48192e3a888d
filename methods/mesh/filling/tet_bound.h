#pragma once

#include <string>

#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The most tets that TetGen is asked for, counted as least_tet_count does. At half of it TetGen
/// takes 13 s of processor time, and makes about twice as many.
inline constexpr double kMostTetsAskedFor = 1e6;

/// Returns the number of tets that TetGen cannot do with less of: the volume of the solid over the
/// largest volume of a tet, which stands after `a`. 0 without `a`; with `Y`, as tets may stay
/// larger where no point can be added to the surface; and with `S`, which caps the added points.
/// The switches must be of the allowed form, see validate_tetgen_switches.
double least_tet_count(const SurfaceMesh& surface, const std::string& switches);

/// Throws MeshError, with the remedy, when the switches ask for more tets than kMostTetsAskedFor.
void validate_tet_count(const SurfaceMesh& surface, const std::string& switches);

}  // namespace touchstone
