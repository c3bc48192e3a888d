#pragma once

#include <span>

#include "testcases/scenes/test_case.h"

namespace touchstone {

std::span<const CaseParameter> dome_parameters();

/// A hemisphere of stones with flat sides, open at the top, one above the other in rings. Each
/// stone touches its neighbours in the ring along vertical radial joints and those below and above
/// along joints that point at the centre; the right normals are across these joints. Stones that
/// are neighbours across a corner share the edge between the two joints: see Joints::add_edge.
TestCase make_dome(const CaseValues& values);

}  // namespace touchstone
