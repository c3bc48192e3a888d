#pragma once

#include "methods/base/types.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

// The truth of a query, in integers of any size: without rounding or tolerance. Let w be the
// difference of two points, one on each element; they touch when |w|∞ ≤ separation for some w, at
// some t in [0, t_max], ends included.

/// The truth about a query: whether the elements touch, and the time of the first touch enclosed by
/// two adjacent or equal doubles.
struct ExactImpact {
    bool hit = false;
    double low = kUnset;   ///< largest double not later than the touch
    double high = kUnset;  ///< smallest double not earlier than the touch

    bool operator==(const ExactImpact&) const = default;
};

/// Decides a query exactly. Needs finite points, separation ≥ 0 (in the maximum norm [m]) and t_max
/// in [0, 1]. Without a separation it solves the cubic whose roots are the times at which the four
/// points are coplanar, otherwise it uses separating axes.
ExactImpact find_exact_impact(const ImpactQuery& query, double separation = 0.0,
                              double t_max = 1.0);

/// Decides the query from separating axes in any case: a second derivation that shares only the
/// integers with the first, and takes many times as long.
ExactImpact find_exact_impact_by_axes(const ImpactQuery& query, double separation = 0.0,
                                      double t_max = 1.0);

/// Tells whether the elements touch at t = 0.
bool touches_at_start(const ImpactQuery& query, double separation = 0.0);

}  // namespace touchstone
