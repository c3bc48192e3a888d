#pragma once

#include "generators/settings.h"

namespace touchstone {

/// Which method of contact times finds the first impact; see generators/continuous.
enum class ImpactSearch { Oriented, Exact, Tight };

/// The settings of the method.
struct FirstImpactSettings {
    double eps = 0.005;  ///< ε, distance that counts as touch, of the smaller body's size [-]
    ImpactSearch search = ImpactSearch::Oriented;
};

/// Returns the options of the method; both profiles begin alike, since the paper does not have it.
MethodOptions first_impact_options();

}  // namespace touchstone
