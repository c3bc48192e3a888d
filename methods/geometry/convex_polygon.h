#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Returns the overlap of two flat convex polygons in one plane, as its corners; each lies farther
/// than 1e-9 of the polygons' size from the line through its neighbours. Empty when they share no
/// area. Both polygons run counter-clockwise around the unit vector `normal`, and so does the
/// result. Corners of `polygon` that lie on an edge of `window`, up to that distance, are kept bit
/// for bit.
std::vector<Vec3> clip_convex(std::span<const Vec3> polygon, std::span<const Vec3> window,
                              const Vec3& normal);

/// Returns the area of a flat polygon [m²], positive when its corners run counter-clockwise around
/// the unit vector `normal`.
double signed_area(std::span<const Vec3> polygon, const Vec3& normal);

}  // namespace touchstone
