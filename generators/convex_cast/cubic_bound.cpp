#include "generators/convex_cast/cubic_bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "generators/convex_cast/plane_bounds.h"

namespace touchstone {
namespace {

constexpr double kAlways = std::numeric_limits<double>::infinity();
constexpr double kCubicError = 64.0 * std::numeric_limits<double>::epsilon() / 2.0;
constexpr double kLeastDeterminant = 1e-3;  // the frame is left before it folds
constexpr double kCloseEnough = 1e-3;       // accuracy of a root, as a share of the target [-]
constexpr double kCloseToZero = 1e-9;       // accuracy of a root, as a share of the first value [-]
constexpr int kMaxClips = 40;

/// c[0] + c[1] t + c[2] t² + c[3] t³.
using Cubic = std::array<double, 4>;

double cubic_value_of(const Cubic& c, double t) {
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

/// Returns the Bernstein coefficients on [low, low + width].
Cubic bernstein(const Cubic& c, double low, double width) {
    const double b0 = cubic_value_of(c, low);
    const double b1 = (c[1] + low * (2.0 * c[2] + low * 3.0 * c[3])) * width;
    const double b2 = (c[2] + low * 3.0 * c[3]) * (width * width);
    const double b3 = c[3] * (width * width * width);
    return {b0, b0 + b1 / 3.0, b0 + (2.0 * b1 + b2) / 3.0, b0 + b1 + b2 + b3};
}

/// Returns false for NaN, too.
bool is_nonnegative(const Cubic& b) {
    return b[0] >= 0.0 && b[1] >= 0.0 && b[2] >= 0.0 && b[3] >= 0.0;
}

/// Returns where the convex hull of the Bernstein polygon first meets zero, on an interval of
/// length 1: the earliest zero of all its falling diagonals. b[0] > 0, some other negative.
double hull_crossing(const Cubic& b) {
    double crossing = 1.0;
    for (int k = 1; k < 4; ++k) {
        if (b[k] >= 0.0) {
            continue;
        }
        for (int i = 0; i < k; ++i) {
            if (b[i] >= 0.0) {
                crossing = std::min(crossing, (i + (k - i) * (b[i] / (b[i] - b[k]))) / 3.0);
            }
        }
    }
    return crossing;
}

/// Returns a time in [0, end] up to which the cubic is not negative: where it has fallen to
/// `close`, or end. Each step, from the left, goes to where the hull of the Bernstein polygon meets
/// zero, which is not beyond the first root.
double first_time_below(const Cubic& c, double end, double close) {
    double low = 0.0;
    for (int i = 0; i < kMaxClips; ++i) {
        const Cubic b = bernstein(c, low, end - low);
        if (!(b[0] > close) || std::isnan(b[1] + b[2] + b[3])) {
            return low;
        }
        if (is_nonnegative(b)) {
            return end;
        }
        low += hull_crossing(b) * (end - low);
    }
    return low;
}

/// The cubics of all points: coefficient k for the point with offset X is linear[k]·X +
/// constant[k].
struct CubicFrame {
    BodyFrame frame;
    std::array<Vec3, 4> linear;
    Cubic constant{};
    Cubic determinant{};
    double norm_1 = 0.0;  ///< |n₁|
    double norm_2 = 0.0;  ///< |n₂|
};

void subtract_errors(CubicFrame& cubic) {
    const BodyFrame& frame = cubic.frame;
    const double reach = frame.other->reach;
    const double size =
        frame.placement.norm() * reach + frame.offset.norm() + std::abs(frame.plane);
    const double speed = frame.velocity.norm() * reach + frame.offset_velocity.norm();
    const double error = kCubicError * frame.condition;
    const double rate = frame.rate.norm();
    cubic.constant[0] -= kCubicError * size;
    cubic.constant[1] -= error * (3.0 * rate * size + speed);
    cubic.constant[2] -= error * (rate * rate * size + 3.0 * rate * speed);
    cubic.constant[3] -= error * (rate * rate * rate * size + rate * rate * speed);
}

CubicFrame make_cubic_frame(const CastState& state, bool reference_is_b) {
    CubicFrame cubic;
    cubic.frame = make_body_frame(state, reference_is_b);
    const BodyFrame& frame = cubic.frame;
    if (!frame.exists) {
        return cubic;
    }
    const Mat3& rate = frame.rate;
    const Vec3& n = frame.normal;
    Mat3 cofactors;  // adj(A′)ᵀ
    cofactors.col(0) = rate.col(1).cross(rate.col(2));
    cofactors.col(1) = rate.col(2).cross(rate.col(0));
    cofactors.col(2) = rate.col(0).cross(rate.col(1));
    const double trace = rate.trace();
    const Vec3 n1 = trace * n - rate.transpose() * n;
    const Vec3 n2 = cofactors * n;
    cubic.norm_1 = n1.norm();
    cubic.norm_2 = n2.norm();
    cubic.determinant = {1.0, trace, cofactors.trace(), rate.col(0).dot(cofactors.col(0))};
    const Mat3 place = frame.placement.transpose();
    const Mat3 speed = frame.velocity.transpose();
    cubic.linear = {place * n, place * n1 + speed * n, place * n2 + speed * n1, speed * n2};
    cubic.constant = {n.dot(frame.offset), n1.dot(frame.offset) + n.dot(frame.offset_velocity),
                      n2.dot(frame.offset) + n1.dot(frame.offset_velocity),
                      n2.dot(frame.offset_velocity)};
    for (int k = 0; k < 4; ++k) {
        cubic.constant[k] -= frame.plane * cubic.determinant[k];
    }
    subtract_errors(cubic);
    return cubic;
}

/// Returns the time before which the frame does not fold.
double frame_end(const CubicFrame& cubic, double horizon) {
    Cubic determinant = cubic.determinant;
    determinant[0] -= kLeastDeterminant;
    return first_time_below(determinant, horizon, kCloseToZero);
}

}  // namespace

double cubic_step(const CastState& state, bool reference_is_b, double target, double horizon) {
    CubicFrame cubic = make_cubic_frame(state, reference_is_b);
    if (!cubic.frame.exists) {
        return linear_pw_step(state, target, horizon);
    }
    cubic.constant[0] -= target;
    cubic.constant[1] -= target * cubic.norm_1;
    cubic.constant[2] -= target * cubic.norm_2;
    double end = frame_end(cubic, horizon);
    const bool is_whole = end >= horizon;
    const double close = kCloseEnough * target + kCloseToZero * state.distance.lower;
    const SupportShape& shape = *cubic.frame.other;
    bool is_clear = true;
    for (int i = 0; i < shape.point_count; ++i) {
        Cubic c;
        for (int k = 0; k < 4; ++k) {
            c[k] = cubic.linear[k].x() * shape.x[i] + cubic.linear[k].y() * shape.y[i] +
                   cubic.linear[k].z() * shape.z[i] + cubic.constant[k];
        }
        if (!is_nonnegative(bernstein(c, 0.0, end))) {
            const double below = first_time_below(c, end, close);
            is_clear = is_clear && below >= end;
            end = below;
        }
    }
    if (!(end > 0.0)) {
        return linear_pw_step(state, target, horizon);  // numbers too large for products of three
    }
    return is_whole && is_clear ? kAlways : end;
}

double cubic_value(const CastState& state, bool reference_is_b, double t) {
    const CubicFrame cubic = make_cubic_frame(state, reference_is_b);
    if (!cubic.frame.exists || frame_end(cubic, t) < t) {
        return -kAlways;
    }
    const SupportShape& shape = *cubic.frame.other;
    double least = kAlways;
    for (int i = 0; i < shape.point_count; ++i) {
        Cubic c;
        for (int k = 0; k < 4; ++k) {
            c[k] = cubic.linear[k].dot(point_offset(shape, i)) + cubic.constant[k];
        }
        least = std::min(least, cubic_value_of(c, t));
    }
    return least / (1.0 + t * cubic.norm_1 + t * t * cubic.norm_2);
}

}  // namespace touchstone
