#pragma once

#include "generators/settings.h"

namespace touchstone::semi_local {

/// The corners of a contact region that become contacts.
enum class RegionPoints {
    Support,  ///< those of its hull: what they hold, they hold everywhere on the region, since gaps
              ///< and velocities along its normal change linearly over a plane
    Outline   ///< all, also those of holes and notches
};

/// The settings of the method.
struct Settings {
    double eps = 0.005;  ///< ε: largest gap and penetration of contacts, as a share of the smaller
                         ///< body's size [-]
    double rho = 0.5;    ///< ρ: difference of separations up to which the velocity decides, as a
                         ///< share of ε [-]
    double delta = 0.5;  ///< δ: largest deviation of parallel facets [degrees]
    RegionPoints points = RegionPoints::Support;
};

/// Returns the options; both profiles begin alike, since the paper does not have the method.
MethodOptions options();

}  // namespace touchstone::semi_local
