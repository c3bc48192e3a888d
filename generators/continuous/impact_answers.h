#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// Makers of answers, for authors of methods.

/// Makes the answer that nothing touches, proved by a bound.
inline Impact separated_impact(std::int64_t work) {
    Impact impact;
    impact.proof = ImpactProof::Separated;
    impact.work = work;
    return impact;
}

/// Makes a hit with its proof.
inline Impact hit_impact(double time, double accuracy, ImpactProof proof, std::int64_t work) {
    Impact impact;
    impact.hit = true;
    impact.time = time;
    impact.accuracy = accuracy;
    impact.proof = proof;
    impact.work = work;
    return impact;
}

/// Makes a hit that could not be ruled out before the limit on boxes.
inline Impact capped_impact(double time, double accuracy, std::int64_t work) {
    Impact impact = hit_impact(time, accuracy, ImpactProof::Conservative, work);
    impact.capped = true;
    return impact;
}

/// Makes an answer without a bound.
inline Impact unproven_impact(bool hit, double time, std::int64_t work) {
    Impact impact;
    impact.hit = hit;
    impact.work = work;
    if (hit) {
        impact.time = time;
    }
    return impact;
}

}  // namespace touchstone
