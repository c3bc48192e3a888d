#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Runs additive continuous collision detection: Li, Kaufman and Jiang [2021]. It steps by the
/// distance of the elements over the largest speed at which that can shrink, not counting the
/// motion common to all points, and stops before the step that would leave less than a tenth of the
/// initial distance. So it tells how far one may go, not whether anything touches: a hit means that
/// the elements come within that tenth. Never late except by rounding, which it does not bound.
/// Ignores the separation.
Impact additive(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
