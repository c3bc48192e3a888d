#pragma once

#include "testcases/scenes/test_case.h"

// Erleben [2018], Table 4, "Point in crack": a point or ridge descends into a groove and touches
// its two or four walls at once. The upper body moves sideways into the right-hand wall, so at the
// half step methods that need penetration find only one wall; by the geometry all walls are right.
// `scene_size` S scales the upper body [m]; crack and hole keep their size.

namespace touchstone {

/// Puts the apex on the bottom line of the groove, between its ends. Both walls are right. One
/// contact for each wall: 2.
///   __  \  /  __
///     \_ \/ _/
///       \__/
TestCase make_spike_in_crack(BodyOrder order, double scene_size = 20.0);

/// Puts the apex on the bottom vertex of a pyramid-shaped hole. All four walls are right. One
/// contact each: 4.
TestCase make_spike_in_hole(BodyOrder order, double scene_size = 20.0);

/// Puts the ridge, 4B long, on the bottom line of the groove, 4 m long. Both walls are right at
/// both ends: 4. From S = 25 on the ridge reaches the groove's ends, and the case degenerates.
TestCase make_wedge_in_crack(BodyOrder order, double scene_size = 20.0);

}  // namespace touchstone
