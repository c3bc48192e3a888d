#pragma once

#include "testcases/scenes/test_case.h"

// Elastic bodies in motion, for the barrier solver. None has an expected contact: each is judged by
// its motion, in which nothing intersects, no tet turns inside out, and every step converges; a
// simulation ends with an error otherwise. After the unit scenes of Li et al. [2020].

namespace touchstone {

/// A cube of 162 tets falls 0.2 m onto a board.
TestCase make_elastic_cube();

/// A cube falls onto another one, beside its middle, so that it tips over; the two have the two
/// models of elasticity.
TestCase make_elastic_cubes();

/// A beam lies on two supports and hangs through between them.
TestCase make_elastic_beam();

}  // namespace touchstone
