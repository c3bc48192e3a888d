#pragma once

#include <cstdint>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/kernels/front.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "methods/continuous/motion_ends.h"

namespace touchstone {

// The stages of oriented_inclusion.h, for methods that build on them.

/// The settings of a search, with lengths scaled as the query.
struct SearchLimits {
    double separation;  ///< distance in the maximum norm that counts as touching, ≥ 0
    double tolerance;   ///< δ
    double t_max;       ///< last time of interest
    int max_boxes;      ///< number of boxes after which the search ends
};

/// A query scaled to coordinates of a size between 2^-64 and 2^64. Fields are left uninitialised
/// where a stage has decided: most queries end before all are needed.
struct PreparedImpact {
    bool separated;  ///< true: a stage proved that nothing touches; nothing else is set
    EndVectors ends;
    CoplanarCubic cubic;  ///< meaningful only without a separation
    SearchLimits limits;
    int exponent;  ///< exponent of the power of two by which the query was scaled
};

/// Prepares a query without asking any stage.
PreparedImpact prepare_impact(const ImpactQuery& query, const ImpactSettings& settings);

/// Runs stages 1 and 2, and prepares the query where they do not decide.
PreparedImpact begin_impact(const ImpactQuery& query, const ImpactSettings& settings);

/// Sets up stage 4.
FrontTask make_front_task(const PreparedImpact& prepared);

/// Runs stages 3 and 4 on what stages 1 and 2 have not decided; lengths in the answer are scaled
/// back.
Impact find_prepared_impact(const PreparedImpact& prepared);

}  // namespace touchstone
