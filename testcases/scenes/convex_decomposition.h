#pragma once

#include <span>
#include <vector>

#include "methods/mesh/filling/convex_pieces.h"
#include "methods/mesh/surface_mesh.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Joins neighbours whose union is convex, one pair after the other, and leaves out pieces that are
/// too thin for a part, see is_too_thin. Pieces are given by their corners and must not overlap;
/// `solid` is what they were cut from. Same pieces, same parts.
std::vector<HullShape> join_convex_pieces(const SurfaceMesh& solid,
                                          std::span<const std::vector<Vec3>> pieces);

/// Cuts a solid into convex parts that check_convex_cut accepts, in the surface's frame [m]: those
/// of cut_into_convex_pieces, joined. Few, but not the fewest. Throws MeshError with the reason and
/// what to do, when the solid cannot be cut, has more than kMostConvexParts or 20 times as many
/// pieces, or has details that are too thin for a part.
std::vector<HullShape> decompose_solid(const SurfaceMesh& solid, const CutOptions& options = {});

}  // namespace touchstone
