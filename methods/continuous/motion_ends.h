#pragma once

#include <optional>

#include "methods/base/number_pair.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

// A query at both ends of its motion, t = 0 and t = 1, and the boxes around its elements. Every
// query begins with these, and most end with them: hence pairs of numbers, and functions that are
// inlined by force, since compilers call them otherwise.

/// The coordinates of the four points on one axis; lane 0 at t = 0, lane 1 at t = 1.
struct AxisPoints {
    NumberPair x0, x1, x2, x3;
};

/// Returns the coordinates on an axis.
[[gnu::always_inline]] inline AxisPoints points_on(const ImpactQuery& query, int axis) {
    const auto& s = query.start;
    const auto& e = query.end;
    return {NumberPair{s[0][axis], e[0][axis]}, NumberPair{s[1][axis], e[1][axis]},
            NumberPair{s[2][axis], e[2][axis]}, NumberPair{s[3][axis], e[3][axis]}};
}

/// Where the elements are on one axis.
struct SweptRange {
    NumberPair low;     ///< lower bounds of the paths of both elements, one in each lane
    NumberPair high;    ///< upper bounds of these
    NumberPair extent;  ///< extent of the four points; lane 0 at t = 0, lane 1 at t = 1
};

/// Returns where the elements are on an axis: comparisons, and one rounding in each extent.
template <ImpactKind kind>
[[gnu::always_inline]] inline SweptRange range_on(const AxisPoints& x) {
    NumberPair low0 = x.x0;
    NumberPair high0 = x.x0;
    NumberPair low1 = smaller(x.x2, x.x3);
    NumberPair high1 = larger(x.x2, x.x3);
    if constexpr (kind == ImpactKind::VertexFace) {
        low1 = smaller(x.x1, low1);
        high1 = larger(x.x1, high1);
    } else {
        low0 = smaller(x.x0, x.x1);
        high0 = larger(x.x0, x.x1);
    }
    return {smaller(first_lanes(low0, low1), second_lanes(low0, low1)),
            larger(first_lanes(high0, high1), second_lanes(high0, high1)),
            larger(high0, high1) - smaller(low0, low1)};
}

/// Bounding boxes of the paths of the two elements, without rounding, and extents.
struct SweptBoxes {
    SweptRange x, y, z;
};

/// Returns the boxes around the paths of the two elements of a query of this kind.
template <ImpactKind kind>
[[gnu::always_inline]] inline SweptBoxes swept_boxes(const ImpactQuery& query) {
    return {range_on<kind>(points_on(query, 0)), range_on<kind>(points_on(query, 1)),
            range_on<kind>(points_on(query, 2))};
}

/// Returns true when the boxes are farther apart than `separation` on some axis, by exact
/// comparisons: rounding is monotone, so a rounded difference above a double means that the true
/// one is above it. A difference that overflows is large enough.
[[gnu::always_inline]] inline bool are_apart(const SweptBoxes& boxes, double separation) {
    const NumberPair limit = both(separation);
    // Lane 0: the first element beyond the second; lane 1: the second beyond the first.
    const auto beyond = [&](const SweptRange& range) -> PairMask {
        return range.low - exchanged(range.high) > limit;
    };
    return any_lane(beyond(boxes.x) | beyond(boxes.y) | beyond(boxes.z));
}

/// Returns true when the largest coordinate is between 2^-64 and 2^64 in size.
[[gnu::always_inline]] inline bool are_in_usual_range(const SweptBoxes& boxes) {
    const NumberPair low = smaller(smaller(boxes.x.low, boxes.y.low), boxes.z.low);
    const NumberPair high = larger(larger(boxes.x.high, boxes.y.high), boxes.z.high);
    const NumberPair size = larger(-low, high);
    return any_lane(size >= both(0x1p-64)) && all_lanes(size <= both(0x1p64));
}

/// The coefficient vectors of F = P + u Q + v R at both ends, see motion_polynomial.h: differences
/// of coordinates, rounded once. Lane 0 is at t = 0, lane 1 at t = 1. Fields are left
/// uninitialised, since every query fills one.
struct EndVectors {
    ImpactKind kind;
    VectorPair p, q, r;
    double extents[3];  ///< L on x, y and z: the larger of the extents at both ends
};

/// Returns F at both ends; `boxes` are the query's.
template <ImpactKind kind>
[[gnu::always_inline]] inline EndVectors end_vectors(const ImpactQuery& query,
                                                     const SweptBoxes& boxes) {
    const AxisPoints x = points_on(query, 0);
    const AxisPoints y = points_on(query, 1);
    const AxisPoints z = points_on(query, 2);
    EndVectors ends;
    ends.kind = kind;
    if constexpr (kind == ImpactKind::VertexFace) {
        ends.p = {x.x0 - x.x1, y.x0 - y.x1, z.x0 - z.x1};
        ends.q = {x.x1 - x.x2, y.x1 - y.x2, z.x1 - z.x2};
        ends.r = {x.x1 - x.x3, y.x1 - y.x3, z.x1 - z.x3};
    } else {
        ends.p = {x.x0 - x.x2, y.x0 - y.x2, z.x0 - z.x2};
        ends.q = {x.x1 - x.x0, y.x1 - y.x0, z.x1 - z.x0};
        ends.r = {x.x2 - x.x3, y.x2 - y.x3, z.x2 - z.x3};
    }
    const auto larger_end = [](NumberPair extent) { return larger(extent, exchanged(extent))[0]; };
    ends.extents[0] = larger_end(boxes.x.extent);
    ends.extents[1] = larger_end(boxes.y.extent);
    ends.extents[2] = larger_end(boxes.z.extent);
    return ends;
}

/// Makes the boxes around the paths of the two elements of a query.
SweptBoxes make_swept_boxes(const ImpactQuery& query);

/// Returns F at both ends of a query.
EndVectors make_end_vectors(const ImpactQuery& query);

/// Returns the exponent of the power of two that brings coordinates of a size outside [2^-64, 2^64]
/// to about 1; nothing for all others, and when every coordinate is 0.
std::optional<int> range_exponent(const SweptBoxes& boxes);

/// Multiplies all coordinates by 2^exponent. Exact unless a coordinate becomes smaller than
/// 2^-1022.
ImpactQuery scaled_by_power(const ImpactQuery& query, int exponent);

}  // namespace touchstone
