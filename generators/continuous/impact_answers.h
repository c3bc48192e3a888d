#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// Makers of answers, for authors of methods.

/// Makes the answer that nothing touches, proved by a bound.
Impact separated_impact(std::int64_t work);

/// Makes a hit with its proof.
Impact hit_impact(double time, double accuracy, ImpactProof proof, std::int64_t work);

/// Makes a hit that could not be ruled out before the limit on boxes.
Impact capped_impact(double time, double accuracy, std::int64_t work);

/// Makes an answer without a bound.
Impact unproven_impact(bool hit, double time, std::int64_t work);

}  // namespace touchstone
