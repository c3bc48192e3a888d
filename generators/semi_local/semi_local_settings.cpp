#include "generators/semi_local/semi_local_settings.h"

#include "methods/base/options/option_makers.h"

namespace touchstone::semi_local {
namespace {

constexpr Word<RegionPoints> kRegionPoints[]{{"support", RegionPoints::Support},
                                             {"outline", RegionPoints::Outline}};

}  // namespace

MethodOptions options() {
    return make_method_options<Settings>(
        {number_option("eps", &Settings::eps, {1e-6, 1.0, "number in [1e-6, 1]"},
                       "gap and penetration of contacts, of the smaller body's size"),
         number_option("rho", &Settings::rho, {0.0, 2.0, "number in [0, 2]"},
                       "separations whose order the velocity may decide, of eps"),
         number_option("delta", &Settings::delta, {0.001, 10.0, "number in [0.001, 10] [degrees]"},
                       "how far facets that lie on each other may be from parallel"),
         word_option("points", &Settings::points, kRegionPoints,
                     "corners of a region: those that span it, or all, also of holes and notches")},
        {});
}

}  // namespace touchstone::semi_local
