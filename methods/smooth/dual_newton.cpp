#include "methods/smooth/dual_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace touchstone {
namespace {

constexpr int kMostSteps = 40;
/// Steps of a climb beside a known maximum: those that take longer lead to no better one.
constexpr int kMostFurtherSteps = 11;
constexpr double kLevel = 4e-15;       // slope that rounding explains, as a share of the size
constexpr double kFarthestStep = 1.0;  // tangent of an angle
constexpr double kSameMaximum = 0.1;   // between normals

DualResult at_normal(const PlacedSolid& a, const PlacedSolid& b, const Vec3& normal) {
    DualResult at;
    at.normal = normal;
    at.point_a = support(a, normal);
    at.point_b = support(b, -normal);
    at.separation = normal.dot(at.point_b - at.point_a);
    return at;
}

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
    const double length = step.norm();
    const double share = length > kFarthestStep ? kFarthestStep / length : 1.0;
    return t * (share * step);
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
    return down(0, 0) > 0.0 && down.determinant() > 0.0;
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

/// Climbs from a direction; from where a maximum is already known no further: then it is not
/// converged.
DualResult climb(const PlacedSolid& a, const PlacedSolid& b, const Vec3& start,
                 const DualResult* known) {
    const double size = a.solid->size + b.solid->size;
    DualResult at = at_normal(a, b, start);
    const int most = known == nullptr ? kMostSteps : kMostFurtherSteps;
    while (at.iterations < most) {
        if (known != nullptr && at.separation <= known->separation &&
            (at.normal - known->normal).norm() < kSameMaximum) {
            return at;
        }
        const Vec3 way = at.point_b - at.point_a;
        const Vec3 slope = way - at.separation * at.normal;
        const double steep = slope.norm();
        if (steep <= kLevel * size) {
            at.converged = true;
            return at;
        }
        const Vec3 step = climbing_step(a, b, at, slope);
        double share = 1.0;
        DualResult next;
        bool climbs = false;
        for (int i = 0; i < 30 && !climbs; ++i, share *= 0.5) {
            next = at_normal(a, b, (at.normal + share * step).normalized());
            climbs = next.separation >= at.separation - kLevel * size;
        }
        const Vec3 next_slope = next.point_b - next.point_a - next.separation * next.normal;
        // Near the top the function is flat to rounding: the slope decides.
        constexpr double kNearTop = 1e-9;
        if (!climbs || (steep < kNearTop * size && next_slope.norm() >= steep)) {
            at.converged = steep < kNearTop * size;
            return at;
        }
        next.iterations = at.iterations + 1;
        at = next;
    }
    return at;
}

/// Returns the spread directions along which solids overlap less than along all but one of their
/// neighbours, which are 63° away: each way out has one near by.
std::vector<Vec3> ways_out(const PlacedSolid& a, const PlacedSolid& b) {
    constexpr double kNeighbour = 0.4;  // cosine
    constexpr int kBetterNeighbours = 1;
    const std::span<const Vec3> directions = spread_directions();
    std::array<double, 12> gaps;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        gaps[i] = at_normal(a, b, directions[i]).separation;
    }
    std::vector<Vec3> ways;
    ways.reserve(gaps.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        int better = 0;
        for (std::size_t j = 0; j < gaps.size(); ++j) {
            const bool neighbours = i != j && directions[i].dot(directions[j]) > kNeighbour;
            better += neighbours && gaps[j] > gaps[i] ? 1 : 0;
        }
        if (better <= kBetterNeighbours) {
            ways.push_back(directions[i]);
        }
    }
    return ways;
}

}  // namespace

DualResult climb_normals(const PlacedSolid& a, const PlacedSolid& b, const Vec3& start) {
    return climb(a, b, start, nullptr);
}

DualResult separate_ovals(const PlacedSolid& a, const PlacedSolid& b) {
    const Vec3 between = b.centre - a.centre;
    const double size = a.solid->size + b.solid->size;
    DualResult best;
    int iterations = 0;
    int longest = 0;
    const auto consider = [&](const Vec3& start) {
        const DualResult found = climb(a, b, start, best.converged ? &best : nullptr);
        iterations += found.iterations;
        longest = std::max(longest, found.iterations);
        const bool valid = found.converged && is_maximum(a, b, found);
        if (valid && (!best.converged || found.separation > best.separation + 1e-12 * size)) {
            best = found;
        }
    };
    if (between.norm() > 1e-12 * size) {
        consider(between.normalized());
    }
    if (!best.converged || best.separation < 0.0) {
        for (const Vec3& start : ways_out(a, b)) {
            consider(start);
        }
    }
    best.iterations = iterations;
    best.longest = longest;
    return best;
}

}  // namespace touchstone
