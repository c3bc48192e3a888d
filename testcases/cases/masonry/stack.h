#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the stack.
std::span<const CaseParameter> stack_parameters();

/// Makes cubes on top of each other, each rotated against the one below by the same angle about the
/// vertical. Up is right; the overlap of two such squares is an octagon.
TestCase make_stack(const CaseValues& values);

}  // namespace touchstone
