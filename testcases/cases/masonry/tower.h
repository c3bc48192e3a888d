#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

std::span<const CaseParameter> tower_parameters();

/// Rings of stones on top of each other, each ring turned by half a stone against the one below.
/// The stones are boxes that stand free of their neighbours in the ring, or exact wedges that touch
/// them. Up is right between rings, across the radial joint within a ring of wedges.
TestCase make_tower(const CaseValues& values);

}  // namespace touchstone
