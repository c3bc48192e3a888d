#include "generators/continuous/zero_time.h"

#include "methods/base/options/option_makers.h"
#include "methods/continuous/exact_impact.h"

namespace touchstone {
namespace {

constexpr int kMaxRefinements = 10;

}  // namespace

Options<ZeroTimeSettings> zero_time_options() {
    return {word_option("no_zero_time", &ZeroTimeSettings::no_zero_time, kOffOn,
                        "whether to refine on when the time is 0 though nothing touches")};
}

MethodOptions zero_time_method_options() {
    return make_method_options<ZeroTimeSettings>(zero_time_options(), {});
}

Impact refine_zero_time(FindImpact find, const ImpactQuery& query, const ImpactSettings& settings,
                        Impact impact) {
    if (touches_at_start(query, settings.separation)) {
        impact.touches_at_start = true;
        return impact;
    }
    ImpactSettings finer = settings;
    for (int i = 0; i < kMaxRefinements && impact.hit && impact.time == 0.0; ++i) {
        finer.tolerance /= 10.0;
        const std::int64_t work = impact.work;
        impact = find(query, finer);
        impact.work += work;
    }
    return impact;
}

}  // namespace touchstone
