#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// The settings of methods that can refine a time of 0.
struct ZeroTimeSettings {
    bool no_zero_time = false;  ///< true: refine further when the time is 0 though nothing touches
};

/// Returns the options of these settings.
Options<ZeroTimeSettings> zero_time_options();
/// Returns the same as all options of a method.
MethodOptions zero_time_method_options();

/// Refines a hit at t = 0, see without_zero_time.
Impact refine_zero_time(FindImpact find, const ImpactQuery& query, const ImpactSettings& settings,
                        Impact impact);

/// Runs `find`. Where the method's own settings, `own`, have `no_zero_time` and the answer is a hit
/// at t = 0, it determines by exact signs whether the elements touch there, and runs `find` again
/// with a tenth of the tolerance when they do not, ten times at most. Wang et al. [2021], §7.2, for
/// line searches, which cannot advance with a step of 0. Internal.
inline Impact without_zero_time(FindImpact find, const ImpactQuery& query,
                                const ImpactSettings& settings, const ZeroTimeSettings& own) {
    Impact impact = find(query, settings);
    if (own.no_zero_time && impact.hit && !(impact.time > 0.0)) {
        impact = refine_zero_time(find, query, settings, impact);
    }
    return impact;
}

}  // namespace touchstone
