#pragma once

#include <cstdint>
#include <optional>

#include "methods/base/number_pair.h"
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
/// of the plane along a direction is the product with that. In pairs: of the left facet, into_left
/// × direction, and the same of the right one.
struct EdgeBend {
    VectorPair facets;
};

/// Returns a pair of two vectors.
inline VectorPair pair_of(const Vec3& first, const Vec3& second) {
    return {NumberPair{first.x(), second.x()}, NumberPair{first.y(), second.y()},
            NumberPair{first.z(), second.z()}};
}

/// Returns that of a wedge, in its frame.
inline EdgeBend bend_of(const EdgeWedge& wedge) {
    return {cross(pair_of(wedge.into_left, wedge.into_right),
                  pair_of(wedge.direction, wedge.direction))};
}

/// Returns true where no plane along two edges has A's facets on one side and B's on the other.
/// `a`, `b`: how far the left and the right facet at either edge lie above the plane, in any
/// measure; what is within `clear` may lie on either side. Which do hardly follows a pattern, so
/// that branches would cost more than all comparisons.
inline bool lie_on_both_sides(NumberPair a, NumberPair b, double clear) {
    const bool is_above_a = any_lane(a > both(clear));
    const bool is_below_a = any_lane(a < both(-clear));
    const bool is_above_b = any_lane(b > both(clear));
    const bool is_below_b = any_lane(b < both(-clear));
    return (static_cast<int>(is_above_a) & (static_cast<int>(is_below_a) | is_above_b)) != 0 ||
           (static_cast<int>(is_below_a) & static_cast<int>(is_below_b)) != 0;
}

/// What surely has no normal is told by bends, whose rounding is larger than that of the products
/// by which edge_pair_normal tells: amply above, so that nothing is excluded that has one.
inline constexpr double kClearByBends = 1e-12;
inline constexpr double kClearByProducts = 1e-14;  ///< above the rounding of these

/// Returns true for most pairs of edges that have no edge_pair_normal, and for no others: it takes
/// less time, where the bends of edges serve many pairs.
inline bool surely_has_no_normal(const Vec3& direction_a, const EdgeBend& bend_a,
                                 const Vec3& direction_b, const EdgeBend& bend_b) {
    // Those of B have the other sign: direction_a × direction_b is against b × a.
    return lie_on_both_sides(dot(pair_of(direction_b, direction_b), bend_a.facets),
                             -dot(pair_of(direction_a, direction_a), bend_b.facets), kClearByBends);
}

/// Returns the unit normal, from A to B, of the plane along both edges that has A's facets below it
/// and B's above: then no other corner is nearer to it. Nothing where there is no such plane, and
/// for edges whose sine is less than `least_sine`. Gottschalk et al. [1996].
inline std::optional<Vec3> edge_pair_normal(const EdgeWedge& a, const EdgeWedge& b,
                                            double least_sine) {
    const Vec3 across = a.direction.cross(b.direction);
    // Most pairs end here, on one side of the plane or the other, before any root or division.
    if (lie_on_both_sides(NumberPair{across.dot(a.into_left), across.dot(a.into_right)},
                          NumberPair{across.dot(b.into_left), across.dot(b.into_right)},
                          kClearByProducts)) {
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
