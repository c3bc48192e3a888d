#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs multivariate interval root finding: Snyder [1992], Redon et al. [2002]; IRF in Wang et al.
/// [2021], §4. This is the search of tight_inclusion.h with the range of F over a box taken from
/// interval arithmetic on the formula of F as written. Conservative, because intervals round
/// outwards; slower, because a variable that occurs several times in a formula counts as several.
Impact interval_box(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
