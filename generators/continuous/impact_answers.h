#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// The answers that methods give, for those who write methods.

/// Nothing touches, on a bound.
Impact separated_impact(std::int64_t work);

/// A hit, and what it rests on.
Impact hit_impact(double time, double accuracy, ImpactProof proof, std::int64_t work);

/// A hit that could not be ruled out before the cap on boxes.
Impact capped_impact(double time, double accuracy, std::int64_t work);

/// An answer without a bound.
Impact unproven_impact(bool hit, double time, std::int64_t work);

}  // namespace touchstone
