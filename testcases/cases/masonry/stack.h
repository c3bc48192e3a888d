#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

std::span<const CaseParameter> stack_parameters();

/// Cubes on top of each other, each turned against the one below it by the same angle about the
/// vertical. Up is right; of two turned squares the common region is an octagon.
TestCase make_stack(const CaseValues& values);

}  // namespace touchstone
