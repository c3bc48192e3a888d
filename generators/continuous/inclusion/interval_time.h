#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Univariate interval root finding: UIRF in Wang et al. [2021], §4. Halves [0, t_max] alone, in
/// order of time, and drops intervals in which the cubic det(Q, R, P) keeps away from 0; an
/// interval in which all points move by less than δ is a hit unless the sign of some
/// (w_i × w_(i+1)) · (Q × R) shows that the origin is outside an edge of F's corners. Interval
/// arithmetic rounds outwards: conservative. What is only near a touch is a hit, too, and motions
/// in one plane run to the cap. Without regard to a separation.
Impact interval_time(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
