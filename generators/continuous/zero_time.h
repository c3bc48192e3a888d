#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs `find`. Where the settings have `no_zero_time` and the answer is a hit at t = 0, it
/// determines by exact signs whether the elements touch there, and runs `find` again with a tenth
/// of the tolerance when they do not, ten times at most. Wang et al. [2021], §7.2, for line
/// searches, which cannot advance with a step of 0. Internal.
Impact without_zero_time(FindImpact find, const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
