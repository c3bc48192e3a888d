#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// Asks the public code of Wang et al. [2021], with its own rounding intervals. Built where
/// TOUCHSTONE_TIGHT_INCLUSION names a folder with that code. Its work and accuracy are unknown.
Impact public_tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
