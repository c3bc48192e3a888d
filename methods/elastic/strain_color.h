#pragma once

#include <algorithm>
#include <array>

namespace touchstone {

/// Red, green and blue of a colour, each in 0…255.
using StrainColor = std::array<int, 3>;

/// The colours that stand for strains, evenly from 0 to the largest strain of the colour key. They
/// go from pale to dark, so that they are told apart in grey, too.
inline constexpr std::array<StrainColor, 5> kStrainRamp{
    {{214, 224, 236}, {146, 180, 224}, {96, 122, 208}, {94, 58, 164}, {112, 14, 132}}};

/// The place of a strain between two colours of the ramp.
struct StrainPlace {
    int below;     ///< index of the colour below the strain
    double share;  ///< distance from that colour to the next, as a share in 0…1 [-]
};

/// Returns the place of a strain in the ramp. `share`: the strain over the largest of the colour
/// key; above 1 it counts as 1, below 0 and NaN as 0.
constexpr StrainPlace find_strain_place(double share) {
    constexpr int kParts = static_cast<int>(kStrainRamp.size()) - 1;
    const double place = share > 0.0 ? kParts * std::min(share, 1.0) : 0.0;
    const int below = std::min(static_cast<int>(place), kParts - 1);
    return {below, place - below};
}

}  // namespace touchstone
