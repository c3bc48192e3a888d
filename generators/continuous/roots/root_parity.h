#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs rational root parity: Brochu, Edwards and Bridson [2012], as corrected by Wang et al.
/// [2021], §4 (RRP). It counts in integers how often a ray from the origin crosses the image of the
/// boundary of the domain of (t, u, v): an odd number proves a touch. An even number proves
/// nothing, since two roots of F look like none: such contacts are missed. An origin on the
/// boundary is a hit. It answers yes or no, without a time, a separation or a limit.
Impact root_parity(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
