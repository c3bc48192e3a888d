#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the pillar.
std::span<const CaseParameter> pillar_parameters();

/// Makes a slender column of stones with equal or crossing tessellations that just touch: Erleben
/// [2018], §5. Up is right everywhere. With n sides the regions have 4 + n (segments + 3) corners
/// in all: 40 in the paper.
///    _____
///   |_____|   top box
///    \___/    top cone
///     |_|
///     |_|     shaft stones
///     |_|
///    /___\    base cone
///   |_____|   base box, on the ground
TestCase make_pillar(const CaseValues& values);

}  // namespace touchstone
