#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the tower.
std::span<const CaseParameter> tower_parameters();

/// Makes rings of stones on top of each other, each ring rotated by half a stone against the one
/// below. The stones are boxes clear of their neighbours in the ring, or exact wedges that touch
/// them. Up is right between rings, the perpendicular of the radial joint within a ring of wedges.
TestCase make_tower(const CaseValues& values);

}  // namespace touchstone
