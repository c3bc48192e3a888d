#include "generators/continuous/oriented/exact_contact.h"

#include <algorithm>

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/oriented/oriented_search.h"
#include "generators/continuous/zero_time.h"
#include "methods/continuous/exact_impact.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

/// Number of boxes that cost about as much as the decision by integers.
constexpr int kBoxesBeforeIntegers = 2000;

/// Returns true when signs change within δ of the time, or a few more, and that is certainly a
/// touch.
bool is_certain(const PreparedImpact& prepared, double time) {
    double reach =
        2.0 * prepared.limits.tolerance / motion_rates(make_motion_polynomial(prepared.ends))[0];
    for (int i = 0; i < 3; ++i, reach *= 16.0) {
        if (touch_is_certain(prepared.ends, prepared.cubic, std::max(time - reach, 0.0),
                             std::min(time + reach, prepared.limits.t_max))) {
            return true;
        }
    }
    return false;
}

Impact decide_by_integers(const ImpactQuery& query, const ImpactSettings& settings,
                          const Impact& found) {
    const ExactImpact exact = find_exact_impact(query, settings.separation, settings.t_max);
    if (exact.hit) {
        return hit_impact(exact.low, settings.tolerance, ImpactProof::Exact, found.work);
    }
    Impact impact = separated_impact(found.work);
    impact.proof = ImpactProof::Exact;
    return impact;
}

Impact search_exact(const ImpactQuery& query, const ImpactSettings& settings) {
    PreparedImpact prepared = begin_impact(query, settings);
    if (prepared.separated) {
        return separated_impact(0);
    }
    prepared.limits.max_boxes = std::min(settings.max_boxes, kBoxesBeforeIntegers);
    Impact impact = find_prepared_impact(prepared);
    if (!impact.hit || impact.proof == ImpactProof::Certified) {
        return impact;
    }
    if (!impact.capped && settings.separation == 0.0 && is_certain(prepared, impact.time)) {
        impact.proof = ImpactProof::Certified;
        return impact;
    }
    return decide_by_integers(query, settings, impact);
}

}  // namespace

Impact exact_contact(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_exact, query, settings, settings.own.as<ZeroTimeSettings>());
}

}  // namespace touchstone
