#pragma once

#include "testcases/scenes/test_case.h"

// Bodies that move and come to rest where it is known: what contacts do to a motion shows in where
// they end. All friction is 0.5.

namespace touchstone {

/// Makes five cubes of 0.1 m let go flat at 3 to 20 cm above a floor: they land where they are
/// above. In a step of 10 ms at impact they pass up to 20 mm.
TestCase make_dropped_cubes();

/// Makes three boxes that slide over the flush joint of two fixed slabs: along it, askew to it, and
/// turned. Each ends after v² / (2 μ g), with the slope that it began with; an edge of the joint
/// that counts as one stops it, or makes it hop.
///     ___ v ->                     y
///    |___|______________           |_ x
///    |        |         |
TestCase make_sliding_boxes();

}  // namespace touchstone
