#include "methods/smooth/dual_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "methods/smooth/oval_ways.h"

namespace touchstone {
namespace {

constexpr int kMostSteps = 40;
constexpr double kLevel = 4e-15;           // slope that rounding explains, as a share of the size
constexpr double kFarthestStep = 1.0;      // tangent of an angle
constexpr double kLeastRadius = 1e-12;     // least radius of curvature, as a share of the size
constexpr double kSameMaximum = 0.15;      // between normals
constexpr double kSameSeparation = 1e-12;  // share of the size
/// The most that a climb gains, as a share of slope times step: a parabola gains half of it.
constexpr double kMostGain = 0.75;

DualResult at_normal(const PlacedSolid& a, const PlacedSolid& b, const Vec3& normal) {
    DualResult at;
    at.normal = normal;
    at.point_a = support(a, normal);
    at.point_b = support(b, -normal);
    at.separation = normal.dot(at.point_b - at.point_a);
    return at;
}

/// Returns the derivative of the separation by the normal, in the tangent plane.
Vec3 slope_at(const DualResult& at) { return at.point_b - at.point_a - at.separation * at.normal; }

/// Returns the Newton step in the tangent plane, with all curvatures of the function taken as
/// negative.
Vec3 climbing_step(const PlacedSolid& a, const PlacedSolid& b, const DualResult& at,
                   const Vec3& slope) {
    int least = 0;
    at.normal.cwiseAbs().minCoeff(&least);
    Eigen::Matrix<double, 3, 2> t;
    t.col(0) = at.normal.cross(Vec3::Unit(least)).normalized();
    t.col(1) = at.normal.cross(t.col(0));
    const Mat3 hessians = support_hessian(a, at.normal) + support_hessian(b, -at.normal);
    Eigen::Matrix2d down = t.transpose() * hessians * t;
    down.diagonal().array() += at.separation;
    const double mean = 0.5 * down.trace();
    const double half = 0.5 * (down(0, 0) - down(1, 1));
    const double spread = std::hypot(half, down(0, 1));
    const double angle = spread > 0.0 ? 0.5 * std::atan2(down(0, 1), half) : 0.0;
    const Eigen::Vector2d axis(std::cos(angle), std::sin(angle));
    const Eigen::Vector2d other(-axis.y(), axis.x());
    const Eigen::Vector2d g = t.transpose() * slope;
    const double floor = 1e-3 * (std::abs(mean) + spread) + std::numeric_limits<double>::min();
    const Eigen::Vector2d step = g.dot(axis) / std::max(std::abs(mean + spread), floor) * axis +
                                 g.dot(other) / std::max(std::abs(mean - spread), floor) * other;
    return t * step;
}

/// Returns true for a maximum at which the overlap is not deeper than the radii of curvature.
bool is_maximum(const PlacedSolid& a, const PlacedSolid& b, const DualResult& at) {
    int least = 0;
    at.normal.cwiseAbs().minCoeff(&least);
    Eigen::Matrix<double, 3, 2> t;
    t.col(0) = at.normal.cross(Vec3::Unit(least)).normalized();
    t.col(1) = at.normal.cross(t.col(0));
    Eigen::Matrix2d down =
        t.transpose() * (support_hessian(a, at.normal) + support_hessian(b, -at.normal)) * t;
    down.diagonal().array() += at.separation;
    const double flat = kLeastRadius * (a.solid->size + b.solid->size);
    return down(0, 0) > flat && down.determinant() > flat * flat;
}

}  // namespace

std::span<const Vec3> spread_directions() {
    static const std::array<Vec3, 12> kDirections = [] {
        std::array<Vec3, 12> directions;
        int next = 0;
        for (int axis = 0; axis < 3; ++axis) {
            for (const double one : {-1.0, 1.0}) {
                for (const double golden : {-std::numbers::phi, std::numbers::phi}) {
                    Vec3 way = Vec3::Zero();
                    way[(axis + 1) % 3] = one;
                    way[(axis + 2) % 3] = golden;
                    directions[next++] = way.normalized();
                }
            }
        }
        return directions;
    }();
    return kDirections;
}

namespace {

/// Returns the place farther along a whole step where the slopes at its ends say that the top is:
/// tops that are nearly flat take Newton steps by a third of the way at a time.
DualResult went_on(const PlacedSolid& a, const PlacedSolid& b, const DualResult& from,
                   const DualResult& to, const Vec3& step) {
    constexpr double kSteepStill = 0.15;
    constexpr double kFarthest = 5.0;
    const double before = slope_at(from).dot(step);
    const double after = slope_at(to).dot(step);
    if (!(after > kSteepStill * before)) {
        return to;
    }
    const double factor = std::min(kFarthest, kFarthestStep / step.norm());
    const double share =
        after * factor < before * (factor - 1.0) ? before / (before - after) : factor;
    const DualResult farther = at_normal(a, b, (from.normal + share * step).normalized());
    return farther.separation > to.separation ? farther : to;
}

/// Climbs from a direction. Beside a known maximum a climb ends, unconverged, when it comes to that
/// one or when what is left to gain does not make a better one.
DualResult climb(const PlacedSolid& a, const PlacedSolid& b, const Vec3& start,
                 const DualResult* known) {
    const double size = a.solid->size + b.solid->size;
    DualResult at = at_normal(a, b, start);
    while (at.work.iterations < kMostSteps) {
        if (known != nullptr && at.separation <= known->separation &&
            (at.normal - known->normal).norm() < kSameMaximum) {
            return at;
        }
        const Vec3 slope = slope_at(at);
        const double steep = slope.norm();
        if (steep <= kLevel * size) {
            at.converged = true;
            return at;
        }
        Vec3 step = climbing_step(a, b, at, slope);
        if (known != nullptr && at.separation + kMostGain * slope.dot(step) <= known->separation) {
            return at;
        }
        const double length = step.norm();
        step *= length > kFarthestStep ? kFarthestStep / length : 1.0;
        double share = 1.0;
        DualResult next;
        bool climbs = false;
        for (int i = 0; i < 30 && !climbs; ++i, share *= 0.5) {
            next = at_normal(a, b, (at.normal + share * step).normalized());
            climbs = next.separation >= at.separation - kLevel * size;
            if (i == 0 && climbs) {
                next = went_on(a, b, at, next, step);
            }
        }
        const Vec3 next_slope = slope_at(next);
        // Near the top the function is flat to rounding: the slope decides.
        constexpr double kNearTop = 1e-9;
        if (!climbs || (steep < kNearTop * size && next_slope.norm() >= steep)) {
            at.converged = steep < kNearTop * size;
            return at;
        }
        next.work.iterations = at.work.iterations + 1;
        at = next;
    }
    return at;
}

}  // namespace

DualResult climb_normals(const PlacedSolid& a, const PlacedSolid& b, const Vec3& start) {
    return climb(a, b, start, nullptr);
}

DualResult separate_ovals(const PlacedSolid& a, const PlacedSolid& b) {
    const double size = a.solid->size + b.solid->size;
    DualResult best;
    DualWork work;
    const auto consider = [&](const Vec3& start) {
        const DualResult found = climb(a, b, start, best.converged ? &best : nullptr);
        work.iterations += found.work.iterations;
        work.longest = std::max(work.longest, found.work.iterations);
        const bool valid = found.converged && is_maximum(a, b, found);
        if (valid &&
            (!best.converged || found.separation > best.separation + kSameSeparation * size)) {
            best = found;
        }
    };
    const Vec3 between = b.centre - a.centre;
    const bool has_line = between.norm() > 1e-12 * size;
    const Vec3 line = has_line ? between.normalized() : Vec3::UnitX();
    const double along_line = at_normal(a, b, line).separation;
    if (along_line > 0.0) {
        consider(line);
    }
    if (!best.converged) {
        const OvalWays ways = oval_ways(a, b);
        if (has_line && along_line <= 0.0 &&
            along_line >= ways.begin()->separation - kSameSeparation * size) {
            consider(line);
        }
        for (const OvalWays::Way& way : ways) {
            if (!best.converged || best.separation < 0.0) {
                consider(way.normal);
            }
        }
        work.ellipsoids = ways.ellipsoids;
        work.root_steps = ways.root_steps;
    }
    best.work = work;
    return best;
}

}  // namespace touchstone
