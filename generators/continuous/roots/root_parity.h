#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Rational root parity: Brochu, Edwards and Bridson [2012], as mended by Wang et al. [2021], §4
/// (RRP). Counts how often a ray from the origin crosses the image of the boundary of the domain of
/// (t, u, v), by integers: an odd number proves a touch. An even one proves nothing, since two
/// roots of F look like none: it misses such contacts. An origin on the boundary is a hit. Yes
/// or no, without a time, a separation and a cap.
Impact root_parity(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
