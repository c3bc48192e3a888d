#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace touchstone {

// The linear complementarity problem of contacts without friction: forces f and their effect w,
//    w = A f + b ≥ 0,    f ≥ 0,    f · w = 0,    A = Fᵀ F.
// For forces, w are the accelerations by which contacts open; for impulses, the velocities of
// opening after the impulse. F = M^(−1/2) Jᵀ has a column per contact. Baraff [1990], §6, Eq. (6).

/// A problem, given by the factor F of its matrix A.
struct ComplementarityProblem {
    Eigen::MatrixXd factor;  ///< F
    Eigen::VectorXd offset;  ///< b, one per column of F
};

/// The solver that found an answer.
enum class ComplementaritySolver : std::uint8_t {
    None,         ///< no solver was needed: b ≥ 0
    Lemke,        ///< Lemke's pivots, ties broken lexicographically
    LeastSquares  ///< nonnegative_least_squares
};

/// An answer that has been checked.
struct ComplementaritySolution {
    Eigen::VectorXd forces;  ///< f ≥ 0
    double residual = 0.0;   ///< see complementarity_residual
    ComplementaritySolver solver = ComplementaritySolver::None;
    int pivots = 0;  ///< pivots of Lemke's method, even when another solver has the answer
};

/// The largest accepted residual.
inline constexpr double kComplementarityTolerance = 1e-9;

/// Returns max |min(f_i, w_i)| over the contacts, with f and w made dimensionless: each contact by
/// √A_ii, and all by the largest |b_i| / √A_ii. Nothing but an answer has 0.
double complementarity_residual(const ComplementarityProblem& problem,
                                const Eigen::Ref<const Eigen::VectorXd>& forces);

/// Solves the problem by Lemke's method, or where that breaks off or its answer has too large a
/// residual, by least squares. Throws Error when neither has an answer with a residual of at most
/// kComplementarityTolerance: what bodies are asked to do is impossible, like to leave two walls at
/// once, or the numbers are not finite.
ComplementaritySolution solve_complementarity(const ComplementarityProblem& problem);

/// Solves a problem whose A_ii are about 1 by Lemke's method, without a check of the answer. There
/// are no forces when it ends on a ray.
ComplementaritySolution solve_by_lemke(const ComplementarityProblem& problem);
/// Solves such a problem by nonnegative_least_squares, without a check of the answer.
ComplementaritySolution solve_by_least_squares(const ComplementarityProblem& problem);

}  // namespace touchstone
