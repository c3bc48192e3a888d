#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the parameters of the dome.
std::span<const CaseParameter> dome_parameters();

/// Makes a hemisphere of stones with flat sides, open at the top, in rings one above the other.
/// Each stone touches its neighbours in the ring along vertical radial joints, and those below and
/// above along joints that point at the centre; the right normals are perpendicular to these
/// joints. Stones that are neighbours across a corner share the edge between the two joints: see
/// Joints::add_edge.
TestCase make_dome(const CaseValues& values);

}  // namespace touchstone
