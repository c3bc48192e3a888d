#pragma once

#include <vector>

#include "methods/continuous/impact_query.h"

namespace touchstone::testing {

/// Returns queries that touch at t = 1 and at no other time, at a corner of the face or at ends of
/// both edges, with coordinates of 1e-3 to 1e3: rounding decides for methods without a right
/// filter.
const std::vector<ImpactQuery>& end_of_step_queries();

/// A query that touches, and the tolerance at which a small box that is not the first survivor of
/// its level contains the only touch.
struct SmallBoxQuery {
    double tolerance;
    ImpactQuery query;
};
const std::vector<SmallBoxQuery>& small_box_queries();

}  // namespace touchstone::testing
