#pragma once

#include <vector>

#include "testcases/test_case.h"

// The stones of the masonry scenes. Erleben [2018], §5 and §5.1; sizes the paper does not give are
// those of its study.

namespace touchstone {

/// A column of a box, a cone, shaft stones, an inverted cone and a box on a fixed ground.
struct PillarOptions {
    double height = 3.5;        ///< without the ground [m]
    double width = 0.5;         ///< of the boxes; the cones' widest diameter [m]
    int shaft_stones = 3;       ///< ≥ 1
    int sides = 6;              ///< of cones and shaft stones, 3…4096
    double ground_width = 3.0;  ///< its thickness is a tenth [m]
};

/// Ground first, then from the bottom up; all centred on x = z = 0, the ground's top at y = 0.
std::vector<BodySetup> make_pillar_bodies(const PillarOptions& options = {});

/// A running bond: every other layer is shifted by half a brick.
struct WallOptions {
    double width = 5.0;          ///< [m]
    double height = 4.0;         ///< [m]
    double depth = 0.5;          ///< [m]
    int layers = 10;             ///< L ≥ 1
    int span = 8;                ///< S ≥ 1, bricks in a layer
    double ground_width = 10.0;  ///< its thickness is a tenth, its depth the width [m]
};

/// Ground first, then layer by layer from the bottom, left to right.
std::vector<BodySetup> make_wall_bodies(const WallOptions& options = {});

}  // namespace touchstone
