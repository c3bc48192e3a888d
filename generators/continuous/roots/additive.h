#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Additive continuous collision detection: Li, Kaufman and Jiang [2021]. Steps by the distance of
/// the elements over the largest speed at which it can shrink, without the motion that all points
/// share, and stops before the step that would leave less than a tenth of the first distance. So it
/// answers how far one may go, not whether anything touches: a hit says that the elements come
/// within that tenth. Never late but for rounding, on which it has no bound. Without regard to a
/// separation.
Impact additive(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
