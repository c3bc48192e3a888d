#pragma once

#include <array>
#include <string>
#include <vector>

#include "testcases/scenes/test_case.h"

// The stones of the masonry scenes. Erleben [2018], §5 and §5.1; sizes that the paper does not give
// are those of its study.

namespace touchstone {

/// Options of a column: a box, a cone, shaft stones, an inverted cone and a box on a fixed ground.
struct PillarOptions {
    double height = 3.5;        ///< height without the ground [m]
    double width = 0.5;         ///< width of the boxes, and largest diameter of the cones [m]
    int shaft_stones = 3;       ///< ≥ 1
    int sides = 6;              ///< number of sides of cones and shaft stones, 3…4096
    double ground_width = 3.0;  ///< width of the ground, ten times its thickness [m]
};

/// Makes the bodies, the ground first, then from the bottom up; all centred on x = z = 0, with the
/// ground's top at y = 0.
std::vector<BodySetup> make_pillar_bodies(const PillarOptions& options = {});

/// Options of a running bond: every other layer is shifted by half a brick. The size of the bricks
/// is given, not that of the wall, so that walls of any number of bricks have the same bricks.
struct WallOptions {
    int layers = 10;             ///< L ≥ 1
    int span = 8;                ///< S ≥ 1: bricks in a layer
    double brick_width = 0.625;  ///< B_W [m]
    double brick_height = 0.4;   ///< B_H [m]
    double depth = 0.5;          ///< B_D [m]
};

/// Makes the bodies, the ground first, then layer by layer from the bottom, left to right. The
/// ground is 10 x 1 x 10 m, or twice as wide and deep as the wall where that is more.
std::vector<BodySetup> make_wall_bodies(const WallOptions& options = {});

/// Makes a fixed box whose top lies in y = 0, centred on x = z = 0. `size`: full edge lengths [m].
BodySetup make_ground(const Vec3& size);

/// Makes the ground of most masonry scenes: 10 x 1 x 10 m, wider or deeper where the scene needs
/// more [m].
BodySetup make_wide_ground(double least_width, double least_depth);

/// Makes a stone of density 2000 kg/m³ at rest.
BodySetup make_stone(const std::string& name, Shape shape, const Pose& world_from_shape);

/// Makes a body with six flat sides from its corners, in the order of make_box: it has the
/// triangles of a box.
Shape make_hexahedron(const std::array<Vec3, 8>& corners);

/// Makes a case in which contacts are found at the half step, as in the other cases; at rest that
/// changes nothing.
TestCase make_masonry_case(std::string source, std::vector<BodySetup> bodies, Reference reference);

}  // namespace touchstone
