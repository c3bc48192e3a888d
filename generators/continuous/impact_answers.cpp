#include "generators/continuous/impact_answers.h"

namespace touchstone {

Impact separated_impact(std::int64_t work) {
    Impact impact;
    impact.proof = ImpactProof::Separated;
    impact.work = work;
    return impact;
}

Impact hit_impact(double time, double accuracy, ImpactProof proof, std::int64_t work) {
    Impact impact;
    impact.hit = true;
    impact.time = time;
    impact.accuracy = accuracy;
    impact.proof = proof;
    impact.work = work;
    return impact;
}

Impact capped_impact(double time, double accuracy, std::int64_t work) {
    Impact impact = hit_impact(time, accuracy, ImpactProof::Conservative, work);
    impact.capped = true;
    return impact;
}

Impact unproven_impact(bool hit, double time, std::int64_t work) {
    Impact impact;
    impact.hit = hit;
    impact.work = work;
    if (hit) {
        impact.time = time;
    }
    return impact;
}

}  // namespace touchstone
