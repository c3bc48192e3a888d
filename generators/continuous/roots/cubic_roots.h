#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// Floating-point root finding: Provot [1997], Bridson et al. [2002]; FPRF in Wang et al. [2021],
// §4. This is the textbook method: it finds the roots in [0, t_max] of the cubic det(Q, R, P), by
// bisection between the roots of its derivative; at each root, in order, it solves for u and v by
// least squares, and reports a hit where they are in the domain. A degenerate system is no hit.
// Nothing bounds the rounding errors: the method misses contacts, reports others that do not exist,
// and its times may be late. Ignores the separation.

/// Runs the method with u and v strictly in the domain.
Impact cubic_roots(const ImpactQuery& query, const ImpactSettings& settings);

/// Runs the method with u and v up to 1e-6 outside the domain allowed.
Impact cubic_roots_slack(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
