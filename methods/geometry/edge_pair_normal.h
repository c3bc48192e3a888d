#pragma once

#include <cstdint>
#include <optional>

#include "methods/base/types.h"

namespace touchstone {

/// A convex edge and the facets at it, as unit vectors in any frame.
struct EdgeWedge {
    Vec3 direction;   ///< direction along the edge
    Vec3 into_left;   ///< direction from the edge into one facet, square to it
    Vec3 into_right;  ///< direction from the edge into the other
};

/// More pairs of edges than these are not tried: bodies of so many edges are round, and their
/// facets say where they part.
inline constexpr std::int64_t kMostEdgePairs = 20'000;

/// Returns the unit normal, from A to B, of the plane along both edges that has A's facets below it
/// and B's above: then no other corner is nearer to it. Nothing where there is no such plane, and
/// for edges whose sine is less than `least_sine`. Gottschalk et al. [1996].
inline std::optional<Vec3> edge_pair_normal(const EdgeWedge& a, const EdgeWedge& b,
                                            double least_sine) {
    const Vec3 across = a.direction.cross(b.direction);
    // Most pairs end here, on one side of the plane or the other, before any root or division.
    constexpr double kClear = 1e-14;  // above the rounding of such products
    const double left_a = across.dot(a.into_left);
    const double right_a = across.dot(a.into_right);
    const bool is_down = left_a > kClear || right_a > kClear;
    const bool is_up = left_a < -kClear || right_a < -kClear;
    if (is_down && is_up) {
        return std::nullopt;
    }
    const double left_b = across.dot(b.into_left);
    const double right_b = across.dot(b.into_right);
    if ((is_up && (left_b < -kClear || right_b < -kClear)) ||
        (is_down && (left_b > kClear || right_b > kClear))) {
        return std::nullopt;
    }
    const double sine = across.norm();
    if (sine < least_sine) {
        return std::nullopt;
    }
    Vec3 normal = across / sine;
    if (normal.dot(a.into_left) > 0.0) {
        normal = -normal;
    }
    if (normal.dot(a.into_left) > 0.0 || normal.dot(a.into_right) > 0.0 ||
        normal.dot(b.into_left) < 0.0 || normal.dot(b.into_right) < 0.0) {
        return std::nullopt;
    }
    return normal;
}

}  // namespace touchstone
