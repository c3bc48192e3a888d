#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// The stages of oriented_inclusion.h, followed by exact arithmetic where they leave a doubt. A hit
// that inclusion could not rule out is certified by signs around its time (coplanar_times.h); a hit
// without a certificate, and a search that has examined 2000 boxes, are decided by integers
// (methods/continuous/exact_impact.h). So the verdict is exact, and the time no later than the
// first touch. With a separation, integers decide every hit.

/// Answers a query exactly.
Impact exact_contact(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
