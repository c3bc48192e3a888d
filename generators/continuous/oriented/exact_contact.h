#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// The stages of oriented_inclusion.h, and certainty where they leave none. A hit that inclusion
// could not rule out is certified by signs around its time (coplanar_times.h); a hit that is not
// certified, and a search that has looked at 2000 boxes, is left to integers
// (methods/continuous/exact_impact.h). So the verdict is exact, and the time no later than the
// first touch. With a separation, integers decide every hit.

Impact exact_contact(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
