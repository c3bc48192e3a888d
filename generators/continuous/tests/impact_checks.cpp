#include "generators/continuous/tests/impact_checks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace touchstone::testing {

double size_of(const ImpactQuery& query) {
    double size = 0x1p-1000;
    for (int i = 0; i < 4; ++i) {
        size = std::max(
            {size, query.start[i].cwiseAbs().maxCoeff(), query.end[i].cwiseAbs().maxCoeff()});
    }
    return size;
}

ImpactQuery scaled(const ImpactQuery& query, double factor) {
    ImpactQuery result = query;
    for (int i = 0; i < 4; ++i) {
        result.start[i] *= factor;
        result.end[i] *= factor;
    }
    return result;
}

ContractVerdict judge(const Impact& impact, const ExactImpact& exact, double t_max) {
    ContractVerdict verdict;
    verdict.missed = exact.hit && !impact.hit;
    verdict.false_hit = !exact.hit && impact.hit;
    verdict.late = exact.hit && impact.hit && impact.time > exact.high;
    const bool proven_hit =
        impact.proof == ImpactProof::Certified || impact.proof == ImpactProof::Exact;
    const bool proven_miss =
        impact.proof == ImpactProof::Separated || impact.proof == ImpactProof::Exact;
    verdict.false_proof = (verdict.false_hit && proven_hit) || (verdict.missed && proven_miss);
    verdict.out_of_range =
        !std::isnan(impact.time) && !(impact.hit && impact.time >= 0.0 && impact.time <= t_max);
    return verdict;
}

bool is_conservative(const ContractVerdict& verdict) {
    return !verdict.missed && !verdict.late && !verdict.false_proof && !verdict.out_of_range;
}

bool same_answer(const Impact& a, const Impact& b) {
    return a.hit == b.hit && std::memcmp(&a.time, &b.time, sizeof a.time) == 0 &&
           a.accuracy == b.accuracy && a.proof == b.proof && a.work == b.work &&
           a.capped == b.capped && a.touches_at_start == b.touches_at_start;
}

}  // namespace touchstone::testing
