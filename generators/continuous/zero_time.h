#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Asks `find`, and where the settings say `no_zero_time` and the answer is a hit at t = 0: says
/// whether the elements touch there, by exact signs, and asks again with a tenth of the tolerance
/// when they do not, ten times at most. Wang et al. [2021], §7.2, for line searches, which cannot
/// move on with a step of 0. Inside the project only.
Impact without_zero_time(FindImpact find, const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
