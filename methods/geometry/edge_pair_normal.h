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

/// What an edge's wedge tells of all planes along the edge: how far its facets lie on either side
/// of the plane along a direction is the product with that.
struct EdgeBend {
    Vec3 left;   ///< into_left × direction
    Vec3 right;  ///< into_right × direction
};

/// Returns that of a wedge, in its frame.
inline EdgeBend bend_of(const EdgeWedge& wedge) {
    return {wedge.into_left.cross(wedge.direction), wedge.into_right.cross(wedge.direction)};
}

/// Returns true for most pairs of edges that have no edge_pair_normal, and for no others: it takes
/// less time, where the bends of edges serve many pairs.
inline bool surely_has_no_normal(const Vec3& direction_a, const EdgeBend& bend_a,
                                 const Vec3& direction_b, const EdgeBend& bend_b) {
    constexpr double kClear = 1e-12;  // amply above the rounding, and what edge_pair_normal allows
    const double left_a = direction_b.dot(bend_a.left);
    const double right_a = direction_b.dot(bend_a.right);
    const bool is_down = left_a > kClear || right_a > kClear;
    const bool is_up = left_a < -kClear || right_a < -kClear;
    if (is_down && is_up) {
        return true;
    }
    // Those of B have the other sign: direction_a × direction_b is against b × a.
    const double left_b = -direction_a.dot(bend_b.left);
    const double right_b = -direction_a.dot(bend_b.right);
    return (is_up && (left_b < -kClear || right_b < -kClear)) ||
           (is_down && (left_b > kClear || right_b > kClear));
}

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
