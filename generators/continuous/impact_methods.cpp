#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/inclusion/interval_box.h"
#include "generators/continuous/inclusion/interval_time.h"
#include "generators/continuous/inclusion/tight_inclusion.h"
#include "generators/continuous/oriented/exact_contact.h"
#include "generators/continuous/oriented/oriented_inclusion.h"
#include "generators/continuous/roots/additive.h"
#include "generators/continuous/roots/bernstein_signs.h"
#include "generators/continuous/roots/cubic_roots.h"
#include "generators/continuous/roots/root_parity.h"
#include "generators/continuous/zero_time.h"
#include "methods/base/find_by_id.h"

namespace touchstone {
namespace {

constexpr std::string_view kOwn = "docs/methods/continuous.md";

// The two flags: conservative, takes a separation. The last: options of its own.
constexpr std::array kImpactMethods{
    ImpactMethod{"tight_inclusion", "Tight inclusion", "Wang et al. [2021], §5", true, true,
                 tight_inclusion, tight_inclusion_options},
    ImpactMethod{"tight_inclusion_published", "Tight inclusion, as published",
                 "public code of Wang et al. [2021]", false, true, tight_inclusion_published,
                 zero_time_method_options},
    ImpactMethod{"oriented_inclusion", "Oriented inclusion", kOwn, true, true, oriented_inclusion,
                 zero_time_method_options},
    ImpactMethod{"exact_contact", "Exact contact", kOwn, true, true, exact_contact,
                 zero_time_method_options},
    ImpactMethod{"interval_box", "Interval boxes (IRF)", "Redon et al. [2002]", true, true,
                 interval_box, zero_time_method_options},
    ImpactMethod{"interval_time", "Interval times (UIRF)", "Wang et al. [2021], §4", true, false,
                 interval_time, zero_time_method_options},
    ImpactMethod{"cubic_roots", "Cubic roots (FPRF)", "Provot [1997]", false, false, cubic_roots},
    ImpactMethod{"cubic_roots_slack", "Cubic roots, slack 1e-6", "Bridson et al. [2002]", false,
                 false, cubic_roots_slack},
    ImpactMethod{"bernstein_signs", "Bernstein signs (TCCD)", "Tang et al. [2014]", true, true,
                 bernstein_signs},
    ImpactMethod{"root_parity", "Root parity (RRP)", "Brochu et al. [2012]", false, false,
                 root_parity},
    ImpactMethod{"additive", "Additive (ACCD)", "Li, Kaufman and Jiang [2021]", false, false,
                 additive},
};

}  // namespace

std::span<const ImpactMethod> all_impact_methods() { return kImpactMethods; }

const ImpactMethod& find_impact_method(std::string_view id) {
    return find_by_id(kImpactMethods, id, "impact method");
}

ImpactSettings with_scaled_lengths(const ImpactSettings& settings, int exponent) {
    ImpactSettings scaled = settings;
    // Excludes 0 and infinity: the methods refine to the tolerance and grow boxes by the
    // separation.
    constexpr double kLeast = std::numeric_limits<double>::min();
    constexpr double kMost = 0x1p1000;
    scaled.tolerance = std::clamp(std::ldexp(settings.tolerance, exponent), kLeast, kMost);
    if (settings.separation > 0.0) {
        scaled.separation = std::clamp(std::ldexp(settings.separation, exponent), kLeast, kMost);
    }
    return scaled;
}

}  // namespace touchstone
