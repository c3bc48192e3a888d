#pragma once

#include "generators/settings.h"

namespace touchstone::semi_local {

/// The settings of the method.
struct Settings {
    double eps = 0.005;  ///< ε: largest gap and penetration of contacts, as a share of the smaller
                         ///< body's size [-]
    double rho = 0.5;    ///< ρ: difference of separations up to which the velocity decides, as a
                         ///< share of ε [-]
    double delta = 0.5;  ///< δ: largest deviation of parallel facets [degrees]
};

/// Returns the options; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

}  // namespace touchstone::semi_local
