#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/rigid_body.h"

namespace touchstone {

// Random scenes of bodies in motion. Sizes are from 0.01 to 10 m, time steps from 1 to 20 ms,
// speeds up to 20 m/s. Bodies are boxes, wedges, L-shapes and cylinders; they are dropped, thrown,
// slid and spun, on a floor, over the edge or the corner of a table, or as a stack of three.

/// The motion that a trial gives its body.
enum class TrialMotion { Drop, Throw, Slide, Spin };
/// The ground below the body.
enum class TrialGround { Floor, Edge, Corner, Stack };
/// The form of the body.
enum class TrialShape { Box, Wedge, Ell, Cylinder };

/// One random scene. The first body is a fixed floor whose top is y = 0.
struct RandomTrial {
    std::uint64_t seed = 0;
    TrialMotion motion = TrialMotion::Drop;
    TrialGround ground = TrialGround::Floor;
    TrialShape shape = TrialShape::Box;
    double size = kUnset;  ///< largest dimension of the body [m]
    std::vector<RigidBody> bodies;
    std::vector<SurfaceMesh> surfaces;            ///< surface of each body, body frame
    std::vector<std::vector<SurfaceMesh>> parts;  ///< convex parts of each body, body frame
    SolverSettings solver;
    int steps = 0;  ///< largest number of steps to take
};

/// Makes the trial of a number: the same for the same number.
RandomTrial make_motion_trial(std::uint64_t seed);
/// Returns "drop box floor 0.1 m, 10 ms" or the like.
std::string trial_name(const RandomTrial& trial);

}  // namespace touchstone
