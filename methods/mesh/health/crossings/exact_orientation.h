#pragma once

#include <array>
#include <optional>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

/// Returns the exact sign of det[b-a, c-a, d-a]: +1 when, seen from d, a → b → c turns
/// counter-clockwise, 0 when the points lie in one plane. Coordinates must be finite and their
/// products must neither overflow nor underflow (roughly: sizes between 1e-70 and 1e90).
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Does the same in the plane of the two coordinates other than `dropped`: the sign of the turn
/// a → b → c, seen against the dropped axis.
int orientation_in_plane(const Vec3& a, const Vec3& b, const Vec3& c, int dropped);

/// Returns what a ray from `start` along x finds in a triangle that is counter-clockwise seen from
/// outside a solid: it leaves the solid there (1), enters it (-1) or misses the triangle (0).
/// Nothing where it meets an edge, or starts on the triangle.
std::optional<int> crossing_along_x(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& start);

/// Returns the exact sign of the volume that a closed surface encloses: +1 when its faces turn
/// counter-clockwise seen from outside. The coordinates themselves must be as above, not only their
/// differences.
int volume_sign(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> faces);

}  // namespace touchstone
