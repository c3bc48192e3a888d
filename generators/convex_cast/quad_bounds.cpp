#include "generators/convex_cast/quad_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generators/convex_cast/plane_bounds.h"

namespace touchstone {
namespace {

constexpr double kForEver = std::numeric_limits<double>::infinity();
constexpr double kQuadError = 64.0 * std::numeric_limits<double>::epsilon() / 2.0;
constexpr double kErrorRoundUp = 1.0 + 1e-10;  // factor above rounding for R, a product of norms

/// gap − t V − t² R.
struct Quadratic {
    double gap = 0.0;
    double speed = 0.0;
    double error = 0.0;
};

/// Returns where it falls below zero, in a form that is accurate for either sign of V and for R =
/// 0.
double quadratic_root(const Quadratic& q) {
    const double root = std::sqrt(q.speed * q.speed + 4.0 * q.gap * q.error);
    if (q.speed >= 0.0) {
        const double sum = q.speed + root;
        return sum > 0.0 ? 2.0 * q.gap / sum : kForEver;
    }
    return q.error == 0.0 ? kForEver : (root - q.speed) / (2.0 * q.error);
}

double quadratic_value(const Quadratic& q, double t) {
    return q.gap - t * q.speed - t * t * q.error;
}

/// Returns the earlier of two times; NaN when the second is none.
double earlier(double time, double other) { return other >= time ? time : other; }

/// The quantities shared by all quadratics of a frame.
struct QuadFrame {
    BodyFrame frame;
    Mat3 relative =
        Mat3::Zero();  ///< r = relative X + relative_offset: velocity seen from the frame
    Vec3 relative_offset = Vec3::Zero();
    double growth = 1.1;  ///< K of this step
    double clip = kForEver;
    double per_distance = 0.0;  ///< Norms: R = constant + per_distance |x|, x in world frame
    double constant = 0.0;
    double per_velocity = 0.0;  ///< Exact: R = per_velocity |r|
    double position_error = 0.0;
    double speed_error = 0.0;
};

/// Returns K of a step: a distance in the frame is up to K times one in the world. Near the target
/// a smaller K with a shorter validity still leaves room for a step.
double growth_for(const CastState& state, double target) {
    return target > 0.0 ? std::min(state.frame_growth, std::sqrt(state.distance.lower / target))
                        : state.frame_growth;
}

void set_errors(QuadFrame& q, PathError error) {
    const BodyFrame& frame = q.frame;
    const double norm = spectral_norm(frame.rate);
    q.clip = norm > 0.0 ? (1.0 - 1.0 / q.growth) / norm : kForEver;
    const double reach = frame.other->reach;
    const double size = frame.placement.norm() * reach + frame.offset.norm();
    q.position_error = kQuadError * (size + std::abs(frame.plane));
    q.speed_error = kQuadError * frame.condition *
                    (frame.velocity.norm() * reach + frame.offset_velocity.norm() + norm * size);
    if (error == PathError::Exact) {
        q.per_velocity = kErrorRoundUp * q.growth * (frame.rate.transpose() * frame.normal).norm();
        return;
    }
    const double other_norm = spectral_norm(frame.other_rate);
    const Vec3 other_centre = frame.centre + frame.offset;
    const Vec3 v = frame.centre_velocity - frame.rate * frame.centre;
    const Vec3 other_v =
        frame.centre_velocity + frame.offset_velocity - frame.other_rate * other_centre;
    q.per_distance = kErrorRoundUp * q.growth * norm * (norm + other_norm);
    q.constant = kErrorRoundUp * q.growth * norm * (other_v - v).norm();
}

QuadFrame make_quad_frame(const CastState& state, bool reference_is_b, PathError error,
                          double growth) {
    QuadFrame q;
    q.frame = make_body_frame(state, reference_is_b);
    q.growth = growth;
    // Claim 1 needs both rates.
    q.frame.exists = q.frame.exists && (error == PathError::Exact || q.frame.has_other_rate);
    if (q.frame.exists) {
        q.relative = q.frame.velocity - q.frame.rate * q.frame.placement;
        q.relative_offset = q.frame.offset_velocity - q.frame.rate * q.frame.offset;
        set_errors(q, error);
    }
    return q;
}

double farthest_distance(const SupportShape& shape, const Mat3& linear, const Vec3& offset) {
    if (shape.kind != SupportKind::Points) {
        return spectral_norm(linear) * shape.reach + offset.norm();
    }
    double squared = 0.0;
    for (int i = 0; i < shape.point_count; ++i) {
        squared = std::max(squared, (linear * point_offset(shape, i) + offset).squaredNorm());
    }
    return std::sqrt(squared);
}

Quadratic quadratic_of(const CastState& state, bool reference_is_b, PathError error,
                       const QuadFrame& q) {
    const BodyFrame& frame = q.frame;
    Quadratic result;
    result.gap = state.distance.lower;
    const Vec3 along = -(q.relative.transpose() * frame.normal);
    result.speed = along.dot(farthest_offset(*frame.other, along)) -
                   frame.normal.dot(q.relative_offset) + q.speed_error;
    if (error == PathError::Exact) {
        result.error =
            q.per_velocity * farthest_distance(*frame.other, q.relative, q.relative_offset);
    } else if (error == PathError::Norms) {
        result.error =
            q.constant + q.per_distance * farthest_distance(*frame.other, frame.placement,
                                                            frame.centre + frame.offset);
    } else {
        const PlacedPair& placed = state.placed;
        result.error =
            q.constant +
            q.per_distance * farthest_distance(reference_is_b ? *placed.b : *placed.a,
                                               reference_is_b ? placed.linear_b : placed.linear_a,
                                               frame.centre);
    }
    return result;
}

Quadratic quadratic_at(const QuadFrame& q, PathError error, int index) {
    const BodyFrame& frame = q.frame;
    const Vec3 offset = point_offset(*frame.other, index);
    const Vec3 x = frame.placement * offset + frame.offset;
    const Vec3 r = q.relative * offset + q.relative_offset;
    Quadratic result;
    result.gap = frame.normal.dot(x) - frame.plane - q.position_error;
    result.speed = -frame.normal.dot(r) + q.speed_error;
    result.error = error == PathError::Exact
                       ? q.per_velocity * r.norm()
                       : q.constant + q.per_distance * (x + frame.centre).norm();
    return result;
}

}  // namespace

double quad_step(const CastState& state, bool reference_is_b, PathError error, double target,
                 double horizon) {
    const double growth = growth_for(state, target);
    const QuadFrame q = make_quad_frame(state, reference_is_b, error, growth);
    if (!q.frame.exists) {
        return linear_pw_step(state, target, horizon);
    }
    Quadratic quadratic = quadratic_of(state, reference_is_b, error, q);
    quadratic.gap -= growth * target;
    const double t = earlier(q.clip, quadratic_root(quadratic));
    return t > 0.0 ? t : linear_pw_step(state, target, horizon);
}

double quad_pw_step(const CastState& state, bool reference_is_b, PathError error, double target,
                    double horizon) {
    const double growth = growth_for(state, target);
    const QuadFrame q = make_quad_frame(state, reference_is_b, error, growth);
    if (!q.frame.exists) {
        return linear_pw_step(state, target, horizon);
    }
    double t = q.clip;
    for (int i = 0; i < q.frame.other->point_count; ++i) {
        Quadratic quadratic = quadratic_at(q, error, i);
        quadratic.gap -= growth * target;
        // A root costs a square root and a division; a point that is still clear needs none.
        if (!(quadratic_value(quadratic, std::min(t, horizon)) >= 0.0)) {
            t = earlier(t, quadratic_root(quadratic));
        }
    }
    return t > 0.0 ? t : linear_pw_step(state, target, horizon);
}

double quad_value(const CastState& state, bool reference_is_b, PathError error, double t) {
    const QuadFrame q = make_quad_frame(state, reference_is_b, error, state.frame_growth);
    if (!q.frame.exists || t > q.clip) {
        return -kForEver;
    }
    return quadratic_value(quadratic_of(state, reference_is_b, error, q), t) / q.growth;
}

double quad_pw_value(const CastState& state, bool reference_is_b, PathError error, double t) {
    const QuadFrame q = make_quad_frame(state, reference_is_b, error, state.frame_growth);
    if (!q.frame.exists || t > q.clip) {
        return -kForEver;
    }
    double least = kForEver;
    for (int i = 0; i < q.frame.other->point_count; ++i) {
        least = std::min(least, quadratic_value(quadratic_at(q, error, i), t));
    }
    return least / q.growth;
}

}  // namespace touchstone
