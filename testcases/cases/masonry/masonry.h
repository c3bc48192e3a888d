#pragma once

#include <array>
#include <string>
#include <vector>

#include "testcases/scenes/test_case.h"

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

/// A running bond: every other layer is shifted by half a brick. The bricks' size is stated, not
/// the wall's, so that walls of any number of bricks are of the same bricks.
struct WallOptions {
    int layers = 10;             ///< L ≥ 1
    int span = 8;                ///< S ≥ 1, bricks in a layer
    double brick_width = 0.625;  ///< B_W [m]
    double brick_height = 0.4;   ///< B_H [m]
    double depth = 0.5;          ///< B_D [m]
};

/// Ground first, then layer by layer from the bottom, left to right. The ground is 10 x 1 x 10 m,
/// or twice as wide and deep as the wall where that is more.
std::vector<BodySetup> make_wall_bodies(const WallOptions& options = {});

/// A fixed box whose top lies in y = 0, centred on x = z = 0. `size`: full edge lengths [m].
BodySetup make_ground(const Vec3& size);

/// The ground of most masonry scenes: 10 x 1 x 10 m, wider or deeper where the scene needs more
/// [m].
BodySetup make_wide_ground(double least_width, double least_depth);

/// A stone of density 2000 kg/m³ at rest.
BodySetup make_stone(const std::string& name, Shape shape, const Pose& world_from_shape);

/// A body with six flat sides from its corners, in the order of make_box: its triangles are a
/// box's.
Shape make_hexahedron(const std::array<Vec3, 8>& corners);

/// Like the other cases: contacts are sought at the half step, which changes nothing at rest.
TestCase make_masonry_case(std::string source, std::vector<BodySetup> bodies, Reference reference);

}  // namespace touchstone
