#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the arch.
std::span<const CaseParameter> arch_parameters();

/// Makes two pillars of boxes that carry a half circle of wedge stones with flat sides: Erleben
/// [2018], §5.1.2. The right normals are those of the joints: up in the pillars and at the
/// springings of the arch, elsewhere perpendicular to the radial joint. The paper's own formula,
/// Eq. (6), takes the line between the centres of mass, which is 6° off at the two springings. Both
/// are stated. Bodies: ground, pillar stones from the bottom, left then right, arch stones from the
/// right springing to the left. With `growth` every vertex of a stone is moved outward along its
/// normal, as for Fig. 26: the stones overlap, and the answer stays that of the joints.
///      _.-~-._
///    .'_.-~-._'.
///    |_|     |_|
///    |_|     |_|
TestCase make_arch(const CaseValues& values);

}  // namespace touchstone
