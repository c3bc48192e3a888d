#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// What two flat convex polygons in one plane have in common: its corners, none closer than 1e-9 of
/// the polygons' size to the line through its neighbours. Empty when they share no area. Both run
/// counter-clockwise around the unit vector `normal`, and so does the result. Corners of `polygon`
/// that are on an edge of `window`, up to that distance, stay as they are, bit for bit.
std::vector<Vec3> clip_convex(std::span<const Vec3> polygon, std::span<const Vec3> window,
                              const Vec3& normal);

/// Positive when the corners run counter-clockwise around the unit vector `normal` [m²].
double signed_area(std::span<const Vec3> polygon, const Vec3& normal);

}  // namespace touchstone
