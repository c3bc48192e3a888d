#pragma once

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Makes a cube of side 2h = 0.4 S on a pedestal whose top is just as large: vertex on vertex, edge
/// along edge, and beside them the pedestal's sides fall away like a cliff, with normals that local
/// methods mistake for right ones. Up is right. The corners (±h, 0, ±h): 4.
///    ______
///   |      |
///   |______|
///   /______\_
/// At rest, so the half step changes nothing. The lower body is made first in either order.
TestCase make_cliff_edges(BodyOrder order, double scene_size = 8.0);

}  // namespace touchstone
