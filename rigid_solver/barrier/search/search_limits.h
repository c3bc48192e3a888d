#pragma once

// The limits by which both searches for a minimum of the energy end. For these two alone.

namespace touchstone {

inline constexpr double kLeastStep = 0x1p-40;  ///< share of a Newton step below which it underflows
inline constexpr double kEnergyFloor =
    1e-11;  ///< share of the energy below which changes are rounding
inline constexpr double kFloorSpeed = 100.0;  ///< speed of a step that needs no comparison of
                                              ///< energies at the floor, in units of the accuracy
inline constexpr int kMostFloorSteps = 5;     ///< largest number of such steps in a solve
inline constexpr double kSlowShare =
    0.1;  ///< share of a Newton step below which the bound slows the search

}  // namespace touchstone
