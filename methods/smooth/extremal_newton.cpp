#include "methods/smooth/extremal_newton.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kConverged = 1e-13;
constexpr double kAccepted = 1e-11;  // residual that is accepted when it falls no more
constexpr int kMaxIterations = 60;
constexpr int kPublishedIterations = 50;
constexpr int kStepHalvings = 20;

/// The equations (9) at a state: ∇F + λ₂ ∇G, F, G, p_b − p_a + λ₁ ∇G, with the jets that scale
/// them.
struct Equations {
    Jet f;
    Jet g;
    ExtremalVector values;
    double norm = kUnset;  ///< of the scaled values
};

/// Evaluates the equations. Values are scaled by gradients and size, so that the norm has no unit.
Equations equations_at(const FeaturePair& pair, const ExtremalState& state, double size) {
    Equations at;
    at.f = placed_jet(*pair.a, *pair.feature_a, state.point_a);
    at.g = placed_jet(*pair.b, *pair.feature_b, state.point_b);
    at.values.segment<3>(0) = at.f.gradient + state.lambda_2 * at.g.gradient;
    at.values[3] = at.f.value;
    at.values[4] = at.g.value;
    at.values.segment<3>(5) = state.point_b - state.point_a + state.lambda_1 * at.g.gradient;
    const double slope_f = at.f.gradient.norm();
    const double slope_g = at.g.gradient.norm();
    ExtremalVector scaled = at.values;
    scaled.segment<3>(0) /= slope_f;
    scaled[3] /= slope_f * size;
    scaled[4] /= slope_g * size;
    scaled.segment<3>(5) /= size;
    at.norm = scaled.norm();
    return at;
}

/// Scales the rows alike, for least squares.
void scale_rows(const Equations& at, double size, ExtremalMatrix& jacobian,
                ExtremalVector& values) {
    const double slope_f = at.f.gradient.norm();
    const double slope_g = at.g.gradient.norm();
    const auto scale = [&](int first, int count, double by) {
        jacobian.middleRows(first, count) /= by;
        values.segment(first, count) /= by;
    };
    scale(0, 3, slope_f);
    scale(3, 1, slope_f * size);
    scale(4, 1, slope_g * size);
    scale(5, 3, size);
}

/// Returns the state after a share of a step.
ExtremalState moved(const ExtremalState& from, const ExtremalVector& step, double share) {
    return {from.point_a + share * step.segment<3>(0), from.point_b + share * step.segment<3>(3),
            from.lambda_1 + share * step[6], from.lambda_2 + share * step[7]};
}

/// Returns true unless a step left λ₂ ≤ 0 or made numbers that are not finite; such a step is not
/// taken.
bool is_usable(const ExtremalState& state, const Equations& at) {
    return state.lambda_2 > 0.0 && std::isfinite(at.norm);
}

/// Searches along one step; returns true when the norm fell.
bool take_step(const FeaturePair& pair, double size, const ExtremalVector& step,
               ExtremalState& state, Equations& at) {
    if (!step.allFinite()) {
        return false;
    }
    double share = 1.0;
    for (int i = 0; i < kStepHalvings; ++i, share *= 0.5) {
        const ExtremalState next = moved(state, step, share);
        if (!(next.lambda_2 > 0.0)) {
            continue;
        }
        const Equations there = equations_at(pair, next, size);
        // The condition of Armijo: the norm falls by a part of what the step promises.
        if (is_usable(next, there) && there.norm < (1.0 - 1e-4 * share) * at.norm) {
            state = next;
            at = there;
            return true;
        }
    }
    return false;
}

/// Takes a step of Levenberg–Marquardt with growing damping; returns true when the norm fell.
bool take_guarded_step(const FeaturePair& pair, double size, ExtremalState& state, Equations& at) {
    ExtremalMatrix jacobian = extremal_jacobian(at.f, at.g, state);
    ExtremalVector values = at.values;
    scale_rows(at, size, jacobian, values);
    // Columns of lengths are taken by the size, so that one damping fits all.
    jacobian.leftCols<7>() *= size;
    jacobian.col(6) /= size;
    const ExtremalMatrix normal = jacobian.transpose() * jacobian;
    const ExtremalVector right = -jacobian.transpose() * values;
    double damping = 1e-6 * normal.diagonal().maxCoeff();
    for (int i = 0; i < 12; ++i, damping *= 10.0) {
        ExtremalMatrix damped = normal;
        damped.diagonal().array() += damping;
        ExtremalVector step = solve_extremal(damped, right);
        step.head<6>() *= size;
        const ExtremalState next = moved(state, step, 1.0);
        const Equations there = equations_at(pair, next, size);
        if (is_usable(next, there) && there.norm < at.norm) {
            state = next;
            at = there;
            return true;
        }
    }
    return false;
}

/// Fills in the result from the last state.
void finish(const ExtremalState& state, const Equations& at, NewtonResult& result) {
    result.state = state;
    result.residual = at.norm;
    result.normal = at.f.gradient.normalized();
    result.separation = result.normal.dot(state.point_b - state.point_a);
}

/// Iterates by whole Newton steps, as published.
NewtonResult solve_published(const FeaturePair& pair, const ExtremalState& guess, double size) {
    NewtonResult result;
    ExtremalState state = guess;
    Equations at = equations_at(pair, state, size);
    while (at.norm > kConverged && std::isfinite(at.norm) &&
           result.iterations < kPublishedIterations) {
        const ExtremalVector step =
            -solve_extremal(extremal_jacobian(at.f, at.g, state), at.values);
        const ExtremalState next = moved(state, step, 1.0);
        const Equations there = equations_at(pair, next, size);
        if (at.norm < kAccepted && !(there.norm < at.norm)) {
            break;
        }
        state = next;
        at = there;
        ++result.iterations;
    }
    result.converged = std::isfinite(at.norm) && at.norm < kAccepted;
    finish(state, at, result);
    return result;
}

/// Returns two axes of the tangent plane, orthonormal.
Eigen::Matrix<double, 3, 2> tangents_of(const Vec3& normal) {
    int least = 0;
    normal.cwiseAbs().minCoeff(&least);
    Eigen::Matrix<double, 3, 2> tangents;
    tangents.col(0) = normal.cross(Vec3::Unit(least)).normalized();
    tangents.col(1) = normal.cross(tangents.col(0));
    return tangents;
}

}  // namespace

ExtremalVector solve_extremal(const ExtremalMatrix& matrix, const ExtremalVector& right) {
    return matrix.partialPivLu().solve(right);
}

ExtremalMatrix extremal_jacobian(const Jet& f, const Jet& g, const ExtremalState& state) {
    ExtremalMatrix jacobian = ExtremalMatrix::Zero();
    jacobian.block<3, 3>(0, 0) = f.hessian;
    jacobian.block<3, 3>(0, 3) = state.lambda_2 * g.hessian;
    jacobian.block<3, 1>(0, 7) = g.gradient;
    jacobian.block<1, 3>(3, 0) = f.gradient.transpose();
    jacobian.block<1, 3>(4, 3) = g.gradient.transpose();
    jacobian.block<3, 3>(5, 0) = -Mat3::Identity();
    jacobian.block<3, 3>(5, 3) = Mat3::Identity() + state.lambda_1 * g.hessian;
    jacobian.block<3, 1>(5, 6) = g.gradient;
    return jacobian;
}

ExtremalState guess_state(const FeaturePair& pair, const Vec3& point_a, const Vec3& point_b) {
    const Vec3 f = placed_jet(*pair.a, *pair.feature_a, point_a).gradient;
    const Vec3 g = placed_jet(*pair.b, *pair.feature_b, point_b).gradient;
    // λ₁ makes ‖p_b − p_a + λ₁ ∇G‖ least, and λ₂ balances the gradients of opposite normals.
    return {point_a, point_b, -(point_b - point_a).dot(g) / g.squaredNorm(), f.norm() / g.norm()};
}

NewtonResult solve_extremal(const FeaturePair& pair, const ExtremalState& guess, NewtonRule rule) {
    const double size = pair.a->solid->size + pair.b->solid->size;
    if (rule == NewtonRule::Published) {
        return solve_published(pair, guess, size);
    }
    NewtonResult result;
    ExtremalState state = guess;
    Equations at = equations_at(pair, state, size);
    if (!is_usable(state, at)) {
        return result;
    }
    while (at.norm > kConverged && result.iterations < kMaxIterations) {
        const ExtremalVector step =
            -solve_extremal(extremal_jacobian(at.f, at.g, state), at.values);
        const bool fell = take_step(pair, size, step, state, at) ||
                          (at.norm > kAccepted && take_guarded_step(pair, size, state, at));
        if (!fell) {
            break;
        }
        ++result.iterations;
    }
    result.converged = at.norm < kAccepted;
    finish(state, at, result);
    return result;
}

PairCurvature pair_curvature(const FeaturePair& pair, const ExtremalState& state) {
    const Jet f = placed_jet(*pair.a, *pair.feature_a, state.point_a);
    const Jet g = placed_jet(*pair.b, *pair.feature_b, state.point_b);
    PairCurvature curvature;
    curvature.tangents = tangents_of(f.gradient.normalized());
    const auto& t = curvature.tangents;
    curvature.a = t.transpose() * f.hessian * t / f.gradient.norm();
    curvature.b = t.transpose() * g.hessian * t / g.gradient.norm();
    return curvature;
}

double isolation(const PairCurvature& curvature, double separation) {
    const Eigen::Matrix2d product = curvature.a * curvature.b;
    const Eigen::Matrix2d sum =
        curvature.a + curvature.b + 0.5 * separation * (product + product.transpose());
    // Eigenvalues of a symmetric 2 × 2 matrix: mean ± spread.
    const double mean = 0.5 * sum.trace();
    const double spread = std::hypot(0.5 * (sum(0, 0) - sum(1, 1)), sum(0, 1));
    const double largest =
        std::max(curvature.a.cwiseAbs().maxCoeff(), curvature.b.cwiseAbs().maxCoeff());
    return largest > 0.0 ? (mean - spread) / largest : 0.0;
}

double extremal_condition(const FeaturePair& pair, const ExtremalState& state, double size) {
    const Equations at = equations_at(pair, state, size);
    ExtremalMatrix jacobian = extremal_jacobian(at.f, at.g, state);
    ExtremalVector values = at.values;
    scale_rows(at, size, jacobian, values);
    jacobian.leftCols<6>() *= size;
    jacobian.col(6) *= size / at.g.gradient.norm();
    jacobian.col(7) *= at.f.gradient.norm() / at.g.gradient.norm();
    const double inverse = jacobian.partialPivLu().inverse().norm();
    return std::isfinite(inverse) ? jacobian.norm() * inverse
                                  : std::numeric_limits<double>::infinity();
}

}  // namespace touchstone
