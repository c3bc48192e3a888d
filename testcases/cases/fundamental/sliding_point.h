#pragma once

#include "testcases/scenes/test_case.h"

// Erleben [2018], Table 4, "Sliding point": a point or ridge glides along a flat ground. The half
// step keeps it at touching height exactly. `scene_size` S scales everything [m]. The ground is S x
// S/10 x S, its top at y = 0.

namespace touchstone {

///     \  /       The apex on the ground at x = -H, clear of the diagonal of the ground's top face,
///   ___\/_____   which runs through the origin. Up is right. One contact.
///   |_________|
TestCase make_sliding_spike(BodyOrder order, double scene_size = 20.0);

/// Puts the ridge on the ground at x = H, along z. Up is right. One contact for each end of the
/// ridge: 2.
TestCase make_sliding_wedge(BodyOrder order, double scene_size = 20.0);

}  // namespace touchstone
