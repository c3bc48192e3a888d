#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs univariate interval root finding: UIRF in Wang et al. [2021], §4. It halves only [0,
/// t_max], in order of time, and drops intervals in which the cubic det(Q, R, P) differs from 0; an
/// interval in which all points move by less than δ is a hit unless the sign of some (w_i ×
/// w_(i+1)) · (Q × R) shows that the origin is outside an edge of F's corners. Interval arithmetic
/// rounds outwards, so the method is conservative. Near misses are hits too, and coplanar motions
/// exhaust the boxes. Ignores the separation.
Impact interval_time(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
