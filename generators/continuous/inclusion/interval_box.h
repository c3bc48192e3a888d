#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Multivariate interval root finding: Snyder [1992], Redon et al. [2002]; IRF in Wang et al.
/// [2021], §4. The search of tight_inclusion.h, but the range of F over a box comes from interval
/// arithmetic on the formula of F as it is written. Conservative, because intervals round outwards;
/// slower, because a variable that stands in a formula several times counts as several.
Impact interval_box(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
