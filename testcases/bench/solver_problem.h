#pragma once

#include <string>
#include <vector>

#include "rigid_solver/proximal/contact_solve.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// The contact solve of one step.
struct SolverProblem {
    std::vector<SolveBody> bodies;
    std::vector<ContactPoint> contacts;
    SolverSettings settings;
};

/// Makes the solve of a scene's first query, at rest, with so many sweeps. The scene is
/// sunk into itself by a ten-thousandth of its height, so that rounding does not decide what
/// touches.
SolverProblem make_solver_problem(std::vector<BodySetup> setups, const std::string& generator,
                                  int sweeps);

}  // namespace touchstone
