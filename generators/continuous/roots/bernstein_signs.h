#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs Bernstein sign classification: Tang et al. [2014]; TCCD in Wang et al. [2021], §4. It tests
/// swept boxes, then the signs of the Bernstein coefficients of the cubic det(Q, R, P), then those
/// of the quartics (w_i × w_(i+1)) · (Q × R): where one of these is negative on all of [0, 1], the
/// origin is outside that edge of F's corners whenever the points are coplanar. All tests bound
/// their rounding errors, so the method is conservative. It answers yes or no, without a time. With
/// a separation, it tests only the boxes.
Impact bernstein_signs(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
