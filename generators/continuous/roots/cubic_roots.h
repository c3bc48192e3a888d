#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// Floating-point root finding: Provot [1997], Bridson et al. [2002]; FPRF in Wang et al. [2021],
// §4. The textbook's method: the roots in [0, t_max] of the cubic det(Q, R, P), between the roots
// of its derivative by bisection; at each root, in order, u and v by least squares, and a hit where
// they are in the domain. A degenerate system is no hit. Nothing bounds the rounding errors: it
// misses contacts, reports others that are none, and its times may be late. Without regard to a
// separation.

Impact cubic_roots(const ImpactQuery& query, const ImpactSettings& settings);

/// The same with u and v beyond the domain by 1e-6 allowed.
Impact cubic_roots_slack(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
