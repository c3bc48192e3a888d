#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

std::span<const CaseParameter> arch_parameters();

/// Two pillars of boxes that carry a half circle of wedge stones with flat sides: Erleben [2018],
/// §5.1.2. The right normals are those of the joints: up in the pillars and where the arch springs
/// from them, else across the radial joint. The paper's own formula, Eq. (6), takes the line
/// between the centres of mass: at the two springings it is 6° off. Both are stated. Bodies:
/// ground, pillar stones from the bottom, left then right, arch stones from the right springing to
/// the left.
///      _.-~-._
///    .'_.-~-._'.
///    |_|     |_|
///    |_|     |_|
TestCase make_arch(const CaseValues& values);

}  // namespace touchstone
