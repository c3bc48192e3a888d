#include "generators/continuous/oriented/oriented_inclusion.h"

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/oriented/oriented_search.h"
#include "generators/continuous/zero_time.h"

namespace touchstone {
namespace {

Impact search_oriented(const ImpactQuery& query, const ImpactSettings& settings) {
    const PreparedImpact prepared = begin_impact(query, settings);
    return prepared.separated ? separated_impact(0) : find_prepared_impact(prepared);
}

}  // namespace

Impact oriented_inclusion(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_oriented, query, settings, settings.own.as<ZeroTimeSettings>());
}

}  // namespace touchstone
