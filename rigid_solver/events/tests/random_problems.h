#pragma once

#include <cstdint>
#include <random>

#include "methods/base/types.h"
#include "rigid_solver/events/complementarity.h"

namespace touchstone::testing {

/// Seeded numbers that are the same with every library.
struct Draws {
    std::mt19937_64 engine;

    double between(double low, double high);
    Vec3 direction();
};

/// What random problems look like.
struct ProblemKind {
    int bodies = 2;
    int contacts = 12;
    bool aligned = false;  ///< normals along an axis, points on a grid: as redundant as stacks are
};

/// The kinds that are asked by the thousand, to 240 contacts.
inline constexpr ProblemKind kKinds[]{{2, 12}, {4, 48}, {10, 120}, {20, 240, true}, {6, 40, true}};

/// Makes bodies in contact with each other or the ground, with random velocities and masses.
ComplementarityProblem random_problem(const ProblemKind& kind, Draws& draws);

/// True when every f and w is ≥ 0 and one of them 0, to rounding, by other formulas than the
/// solver's own residual.
bool is_answer(const ComplementarityProblem& problem, const Eigen::VectorXd& forces);

}  // namespace touchstone::testing
