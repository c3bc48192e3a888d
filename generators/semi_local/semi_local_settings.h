#pragma once

#include "generators/settings.h"

namespace touchstone::semi_local {

struct Settings {
    double eps = 0.005;  ///< ε, gap and penetration of contacts, of the smaller body's size [-]
    double rho = 0.5;    ///< ρ, separations that the velocity may decide, of ε [-]
    double delta = 0.5;  ///< δ, how far parallel facets may turn [degrees]
};

/// What can be set; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

}  // namespace touchstone::semi_local
