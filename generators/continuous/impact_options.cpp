#include "generators/continuous/impact_options.h"

#include <limits>

#include "methods/base/option_check.h"
#include "methods/base/option_makers.h"

namespace touchstone {
namespace {

constexpr double kMostMetres = std::numeric_limits<double>::max();
constexpr double kMostImpactBoxes = std::numeric_limits<int>::max();

constexpr Word<InclusionFilter> kInclusionFilters[]{
    {"linear", InclusionFilter::Linear},
    {"linear_coordinates", InclusionFilter::LinearCoordinates},
    {"paper", InclusionFilter::Paper},
    {"published_code", InclusionFilter::PublishedCode}};

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
        word_option("no_zero_time", &Settings::no_zero_time, kOffOn,
                    "whether to refine on when the time is 0 though nothing touches"),
        word_option("filter", &Settings::filter, kInclusionFilters,
                    "rounding intervals of tight_inclusion"),
    };
}

}  // namespace

const Options<ImpactSettings>& impact_options() {
    static const Options<ImpactSettings> options = make_impact_options();
    return options;
}

std::string filter_id(InclusionFilter filter) { return word_of(kInclusionFilters, filter); }

void validate(const ImpactSettings& settings) {
    check_options(settings, impact_options(), kImpactOwner);
}

}  // namespace touchstone
