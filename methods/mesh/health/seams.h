#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Measures how far the two sides of open seams are apart at most [m]: the distance of each
/// boundary vertex to the nearest other one. Nothing where that is no seam but a hole: a distance
/// above 1/20 of the shortest boundary edge. Adds to `compared` how many pairs of vertices were
/// compared.
std::optional<double> find_seam_width(std::span<const Vec3> vertices,
                                      std::span<const std::array<int, 2>> boundary_edges,
                                      std::int64_t* compared = nullptr);

/// Returns a tolerance that closes seams of this width, with one digit: 2e-7 for 1.4e-7 [m].
double weld_tolerance(double seam_width);

/// Finds for each vertex the first one within `tolerance` of it that is not within that of an
/// earlier one; itself when there is none. Vertices that are not finite are near none. Adds to
/// `compared` how many pairs of vertices were compared: a bounded number for each vertex, wherever
/// they lie.
std::vector<int> find_first_near(std::span<const Vec3> vertices, double tolerance,
                                 std::int64_t* compared = nullptr);

}  // namespace touchstone
