#include "generators/continuous/bodies/first_impact_settings.h"

#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr Word<ImpactSearch> kImpactSearches[]{{"oriented", ImpactSearch::Oriented},
                                               {"exact", ImpactSearch::Exact},
                                               {"tight", ImpactSearch::Tight}};

}  // namespace

MethodOptions first_impact_options() {
    return make_method_options<FirstImpactSettings>(
        {number_option("eps", &FirstImpactSettings::eps, {1e-6, 1.0, "number in [1e-6, 1]"},
                       "gap and penetration of contacts, of the smaller body's size"),
         word_option("search", &FirstImpactSettings::search, kImpactSearches,
                     "which method of contact times finds the first impact")},
        {});
}

}  // namespace touchstone
