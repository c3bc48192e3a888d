#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the wall.
std::span<const CaseParameter> wall_parameters();

/// Makes a running bond of L layers of S bricks each on the ground, every other layer shifted by
/// half a brick: Erleben [2018], §5.1.1. Sideways is right between the bricks of a layer, up
/// everywhere else. S joints on the ground, L (S-1) within layers, (L-1) (2S-1) between layers, of
/// four corners each; the area is that of Eq. (4). At one end of the top layer half a brick hangs
/// over: its centre of mass is right above the edge of its support, a balance that any error tips.
/// Parameter `balanced` 0 leaves it out.
///      _______ _______
///     |_______|_______|
///   |_______|_______|
TestCase make_wall(const CaseValues& values);

}  // namespace touchstone
