#pragma once

#include <algorithm>
#include <array>

namespace touchstone {

/// Red, green and blue in 0…255.
using StrainColor = std::array<int, 3>;

/// The colours that stand for strains, at even shares of the key's end: from pale to dark, so that
/// they are told apart in grey, too.
inline constexpr std::array<StrainColor, 5> kStrainRamp{
    {{214, 224, 236}, {146, 180, 224}, {96, 122, 208}, {94, 58, 164}, {112, 14, 132}}};

/// The place of a strain between two colours of the ramp.
struct StrainPlace {
    int below;     ///< index of the colour below
    double share;  ///< how far towards the next one, in 0…1
};

/// Returns where a strain stands. `share`: of the key's end; beyond it, the end; NaN: the
/// beginning.
constexpr StrainPlace find_strain_place(double share) {
    constexpr int kParts = static_cast<int>(kStrainRamp.size()) - 1;
    const double place = share > 0.0 ? kParts * std::min(share, 1.0) : 0.0;
    const int below = std::min(static_cast<int>(place), kParts - 1);
    return {below, place - below};
}

}  // namespace touchstone
