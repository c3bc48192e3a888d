#pragma once

// What both searches of the barrier's energy end by. Private to them.

namespace touchstone {

inline constexpr double kLeastStep = 0x1p-40;  ///< share of a Newton step below which none is taken
inline constexpr double kEnergyFloor =
    1e-11;  ///< share of the energy below which changes are rounding
inline constexpr double kFloorSpeed =
    100.0;                                 ///< accuracies within which a step needs no comparison
inline constexpr int kMostFloorSteps = 5;  ///< number of such steps in a solve
inline constexpr double kSlowShare = 0.1;  ///< share below which the bound slows the search

}  // namespace touchstone
