#pragma once

#include "generators/continuous/impact_method.h"
#include "generators/continuous/kernels/front.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// The stages of oriented_inclusion.h for methods that go on from them.

/// A query whose swept boxes meet, brought to coordinates of a size between 2^-64 and 2^64.
struct PreparedImpact {
    MotionPolynomial motion;
    CoplanarCubic cubic;      ///< of meaning without a separation alone
    ImpactSettings settings;  ///< lengths scaled as the query
    int exponent = 0;         ///< of the power of two that the query was scaled by
};

/// `boxes` are those of the query.
PreparedImpact prepare_impact(const ImpactQuery& query, const SweptBoxes& boxes,
                              const ImpactSettings& settings);

/// Stage 4.
FrontTask make_front_task(const PreparedImpact& prepared);

/// Stages 2 to 4; lengths of the answer are scaled back.
Impact find_prepared_impact(const PreparedImpact& prepared);

}  // namespace touchstone
