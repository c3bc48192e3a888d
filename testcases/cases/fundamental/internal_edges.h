#pragma once

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Makes a cube of side 2D = 0.1 S in the middle of a flat face that is divided into triangles, see
/// make_internal_edge_base. Two corners (±D, 0, D) stand on vertices inside the face, two (±D, 0,
/// -D) on its edges, where pairs of edges suggest sideways normals that no body has. Up is right.
/// The cube's corners: 4. At rest, so the half step changes nothing. The lower body is made first
/// in either order.
TestCase make_internal_edges(BodyOrder order, double scene_size = 20.0);

}  // namespace touchstone
