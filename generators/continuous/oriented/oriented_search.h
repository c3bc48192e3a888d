#pragma once

#include "generators/continuous/impact_method.h"
#include "generators/continuous/kernels/front.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// The stages of oriented_inclusion.h, for methods that build on them.

/// A query whose swept boxes meet, scaled to coordinates of a size between 2^-64 and 2^64.
struct PreparedImpact {
    MotionPolynomial motion;
    CoplanarCubic cubic;      ///< meaningful only without a separation
    ImpactSettings settings;  ///< settings with lengths scaled as the query
    int exponent = 0;         ///< exponent of the power of two by which the query was scaled
};

/// Prepares a query; `boxes` are its swept boxes.
PreparedImpact prepare_impact(const ImpactQuery& query, const SweptBoxes& boxes,
                              const ImpactSettings& settings);

/// Sets up stage 4.
FrontTask make_front_task(const PreparedImpact& prepared);

/// Runs stages 2 to 4; lengths in the answer are scaled back.
Impact find_prepared_impact(const PreparedImpact& prepared);

}  // namespace touchstone
