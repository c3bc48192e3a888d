#pragma once

#include "testcases/scenes/test_case.h"

// Erleben [2018], Table 4, "Two points": two apexes or ridges meet tip on tip, which alone leaves
// the normal open. The upper body's velocity decides: it moves along (±1, -4), steeper than the
// sides of the lower body with their slope of -3, so its tip enters the side in that direction.
// `scene_size` S scales both bodies [m].

namespace touchstone {

/// Puts apex on apex, the upper one moving to the right and down, through the right-hand side of
/// the lower one. (3, 1, 0)/√10 is right. One contact.
///     \  /
///      \/
///      /\ ↘
///     /  \_
TestCase make_spikes(BodyOrder order, double scene_size = 20.0);

/// Puts an apex on the middle of a ridge, moving as the spikes do. (3, 1, 0)/√10 is right. One
/// contact.
TestCase make_spike_and_wedge(BodyOrder order, double scene_size = 20.0);

/// Puts ridge on ridge, moving along (-1, -4). (-3, 1, 0)/√10 is right. One contact for each end:
/// 2.
TestCase make_wedges(BodyOrder order, double scene_size = 20.0);

}  // namespace touchstone
