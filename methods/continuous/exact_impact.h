#pragma once

#include "methods/base/types.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

// The truth of a query, by integers of any size: no rounding, no tolerance. With w a difference of
// two points that are one on each element, touching means |w|∞ ≤ separation, at some t in
// [0, t_max], ends included.

/// Whether the elements touch, and the time of the first touch between two doubles next to each
/// other, or equal.
struct ExactImpact {
    bool hit = false;
    double low = kUnset;   ///< the largest double that is not later
    double high = kUnset;  ///< the smallest double that is not earlier

    bool operator==(const ExactImpact&) const = default;
};

/// Finite points, separation ≥ 0 (in the maximum norm [m]), t_max in [0, 1]. Without a separation,
/// from the cubic whose roots are the times at which the four points lie in one plane; otherwise
/// from separating axes.
ExactImpact find_exact_impact(const ImpactQuery& query, double separation = 0.0,
                              double t_max = 1.0);

/// The same from separating axes in any case: a second derivation, which shares nothing with the
/// first but the integers, and takes many times as long.
ExactImpact find_exact_impact_by_axes(const ImpactQuery& query, double separation = 0.0,
                                      double t_max = 1.0);

/// Whether the elements touch at t = 0.
bool touches_at_start(const ImpactQuery& query, double separation = 0.0);

}  // namespace touchstone
