#include "generators/continuous/impact_options.h"

#include <limits>

#include "methods/base/options/option_check.h"
#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr double kMostMetres = std::numeric_limits<double>::max();
constexpr double kMostImpactBoxes = std::numeric_limits<int>::max();

Options<ImpactSettings> make_impact_options() {
    using Settings = ImpactSettings;
    return {
        length_option("separation", &Settings::separation, {0.0, kMostMetres, "number >= 0 [m]"},
                      "distance that counts as touching, in the maximum norm"),
        length_option("tolerance", &Settings::tolerance,
                      {kAboveZero, kMostMetres, "number > 0 [m]"}, "length to refine to"),
        number_option("t_max", &Settings::t_max, {kAboveZero, 1.0, "number in (0, 1]"},
                      "last time to look at"),
        count_option("max_boxes", &Settings::max_boxes,
                     {1.0, kMostImpactBoxes, "whole number in [1, 2147483647]"},
                     "boxes after which a method answers at once"),
    };
}

}  // namespace

const Options<ImpactSettings>& impact_options() {
    static const Options<ImpactSettings> options = make_impact_options();
    return options;
}

void validate(const ImpactSettings& settings) {
    check_options(settings, impact_options(), kImpactOwner);
}

}  // namespace touchstone
