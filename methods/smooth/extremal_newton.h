#pragma once

#include "methods/smooth/smooth_solid.h"

namespace touchstone {

// The extremal points of two smooth surfaces: Baraff [1990], §4, Eq. (9). Unknown are p_a, p_b and
// two multipliers:
//     ∇F(p_a) + λ₂ ∇G(p_b) = 0,  λ₂ > 0      F(p_a) = 0
//     p_b − p_a + λ₁ ∇G(p_b) = 0             G(p_b) = 0
// The normal is n = ∇F/‖∇F‖, the separation n · (p_b − p_a) = λ₁ ‖∇G‖. The paper leaves the sign of
// λ₂ open; where it is negative both normals point alike, which is never right.

/// The two features whose surfaces are compared.
struct FeaturePair {
    const PlacedSolid* a = nullptr;
    const PlacedSolid* b = nullptr;
    const SmoothFeature* feature_a = nullptr;
    const SmoothFeature* feature_b = nullptr;
};

/// A pair of points on the features, `extra` included.
struct ExtremalState {
    Vec3 point_a = Vec3::Constant(kUnset);
    Vec3 point_b = Vec3::Constant(kUnset);
    double lambda_1 = kUnset;
    double lambda_2 = kUnset;
};

/// The result of an iteration.
struct NewtonResult {
    ExtremalState state;
    Vec3 normal = Vec3::Constant(kUnset);  ///< ∇F/‖∇F‖
    double separation = kUnset;            ///< between the features, `extra` included [m]
    double residual = kUnset;              ///< scaled, see solve_extremal
    int iterations = 0;
    bool converged = false;  ///< the residual is below 1e-13, or below 1e-11 and falls no more
};

/// Returns the state for two guessed points, with the multipliers that fit best.
ExtremalState guess_state(const FeaturePair& pair, const Vec3& point_a, const Vec3& point_b);

/// The rule by which steps are taken.
enum class NewtonRule {
    Damped,    ///< steps that lower the residual and keep λ₂ > 0, or else steps of
               ///< Levenberg–Marquardt
    Published  ///< whole steps, whatever their effect
};

/// Iterates from a guess. Residuals are scaled: E1 by the gradients, F and G by the gradients and
/// the size, the last equation by the size.
NewtonResult solve_extremal(const FeaturePair& pair, const ExtremalState& guess, NewtonRule rule);

/// The curvatures of both surfaces in tangent axes, over the gradients: positive where convex.
struct PairCurvature {
    Eigen::Matrix2d a = Eigen::Matrix2d::Constant(kUnset);  ///< K_A [1/m]
    Eigen::Matrix2d b = Eigen::Matrix2d::Constant(kUnset);  ///< K_B [1/m]
    Eigen::Matrix<double, 3, 2> tangents;                   ///< axes, orthonormal
};
/// Returns the curvatures at a solution, in common tangent axes.
PairCurvature pair_curvature(const FeaturePair& pair, const ExtremalState& state);

/// Returns the smaller eigenvalue of K_A + K_B + s K_A K_B, symmetric part, over the larger
/// absolute curvature of both: above 0 the points are a local minimum of distance and isolated, at
/// 0 the surfaces fit each other. det(K_A + K_B + s K_A K_B) = 0 is exactly where (9) is singular;
/// the paper's Appendix E says otherwise, and is wrong both ways.
double isolation(const PairCurvature& curvature, double separation);

/// Returns the condition number (by Frobenius norms) of the Jacobian of (9), unknowns in the
/// paper's order, after scaling of lengths by `size` and of F and G by their gradients.
double extremal_condition(const FeaturePair& pair, const ExtremalState& state, double size);

/// A Jacobian of the eight equations (9).
using ExtremalMatrix = Eigen::Matrix<double, 8, 8>;
/// Returns the Jacobian of (9), with the rows E1, F, G, last, and the columns p_a, p_b, λ₁, λ₂.
ExtremalMatrix extremal_jacobian(const Jet& f, const Jet& g, const ExtremalState& state);
/// Values of the eight equations, or of their unknowns.
using ExtremalVector = Eigen::Matrix<double, 8, 1>;
/// Solves matrix x = right, with pivots of rows; not finite where the matrix is singular.
ExtremalVector solve_extremal(const ExtremalMatrix& matrix, const ExtremalVector& right);

}  // namespace touchstone
