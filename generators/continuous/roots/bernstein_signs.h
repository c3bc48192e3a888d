#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Bernstein sign classification: Tang et al. [2014]; TCCD in Wang et al. [2021], §4. Swept boxes,
/// then the signs of the Bernstein coefficients of the cubic det(Q, R, P), then of the quartics
/// (w_i × w_(i+1)) · (Q × R): where one of those is negative all over [0, 1], the origin is outside
/// that edge of F's corners whenever the points lie in one plane. All with bounds of their rounding
/// errors: conservative. Yes or no, without a time. With a separation, only
/// the boxes are tested.
Impact bernstein_signs(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
