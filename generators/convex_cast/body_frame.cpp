#include "generators/convex_cast/body_frame.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kLargestCondition = 1e8;
// factor above rounding: the closed form of a symmetric matrix's eigenvalues keeps half the digits
// at double eigenvalues
constexpr double kNormRoundUp = 1.0 + 1e-7;

struct Rate {
    bool exists = false;
    Mat3 rate = Mat3::Zero();
    double condition = 1.0;
};

/// Returns A′ = A M⁻¹, Yuan et al. [2025], Eq. (7).
Rate rate_of(const Mat3& velocity, const Mat3& placement) {
    Rate result;
    Mat3 inverse = Mat3::Zero();
    bool is_invertible = false;
    placement.computeInverseWithCheck(inverse, is_invertible, 0.0);
    result.condition = placement.norm() * inverse.norm();
    if (is_invertible && result.condition <= kLargestCondition) {
        result.exists = true;
        result.rate = velocity * inverse;
    }
    return result;
}

}  // namespace

BodyFrame make_body_frame(const CastState& state, bool reference_is_b) {
    const PairMotion& motion = *state.motion;
    const PlacedPair& placed = state.placed;
    const Mat3& reference = reference_is_b ? placed.linear_b : placed.linear_a;
    const Rate rate = rate_of(reference_is_b ? motion.velocity_b : motion.velocity_a, reference);
    BodyFrame frame;
    frame.exists = rate.exists;
    if (!frame.exists) {
        return frame;
    }
    const double sign = reference_is_b ? -1.0 : 1.0;
    frame.other = reference_is_b ? placed.a : placed.b;
    frame.placement = reference_is_b ? placed.linear_a : placed.linear_b;
    frame.offset = sign * placed.offset;
    frame.velocity = reference_is_b ? motion.velocity_a : motion.velocity_b;
    frame.offset_velocity = sign * motion.offset_velocity;
    frame.rate = rate.rate;
    const Rate other = rate_of(frame.velocity, frame.placement);
    frame.other_rate = other.rate;
    frame.has_other_rate = other.exists;
    frame.normal = sign * state.distance.normal;
    const SupportShape& shape = reference_is_b ? *placed.b : *placed.a;
    const Vec3 direction = reference.transpose() * frame.normal;
    frame.plane = direction.dot(farthest_offset(shape, direction));
    frame.centre = motion.centre_a + state.time * motion.centre_velocity_a;
    frame.centre_velocity = motion.centre_velocity_a;
    if (reference_is_b) {
        frame.centre += placed.offset;
        frame.centre_velocity += motion.offset_velocity;
    }
    frame.condition = std::max(1.0, rate.condition);
    return frame;
}

double spectral_norm(const Mat3& matrix) {
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    const Mat3 square = matrix.transpose() * matrix;
    if (!square.allFinite()) {
        return std::numeric_limits<double>::infinity();
    }
    solver.computeDirect(square, Eigen::EigenvaluesOnly);
    return kNormRoundUp * std::sqrt(std::max(0.0, solver.eigenvalues()[2]));
}

}  // namespace touchstone
