#include "generators/continuous/roots/additive.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "generators/continuous/impact_answers.h"

namespace touchstone {
namespace {

/// s: share of the initial distance that must be left [-]
constexpr double kShareLeft = 0.1;

using Points = std::array<Vec3, 4>;

/// Returns the distance of a point from a segment, which may be a point.
double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double squared = along.squaredNorm();
    const double t = squared > 0.0 ? std::clamp((p - a).dot(along) / squared, 0.0, 1.0) : 0.0;
    return (p - (a + t * along)).norm();
}

/// Returns the distance of a point from a triangle: from its plane where the foot of the
/// perpendicular lies inside, else from its sides.
double distance_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const double rim = std::min(
        {distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
    const Vec3 normal = (b - a).cross(c - a);
    const double squared = normal.squaredNorm();
    const bool above = squared > 0.0 && (b - a).cross(p - a).dot(normal) >= 0.0 &&
                       (c - b).cross(p - b).dot(normal) >= 0.0 &&
                       (a - c).cross(p - c).dot(normal) >= 0.0;
    return above ? std::min(rim, std::abs((p - a).dot(normal)) / std::sqrt(squared)) : rim;
}

/// Returns the distance of two segments: between the lines where their nearest points lie inside
/// both, else from the ends.
double distance_of_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const double ends =
        std::min({distance_to_segment(a0, b0, b1), distance_to_segment(a1, b0, b1),
                  distance_to_segment(b0, a0, a1), distance_to_segment(b1, a0, a1)});
    const Vec3 u = a1 - a0;
    const Vec3 v = b1 - b0;
    const Vec3 w = a0 - b0;
    const double uu = u.dot(u);
    const double uv = u.dot(v);
    const double vv = v.dot(v);
    const double determinant = uu * vv - uv * uv;
    if (!(determinant > 0.0)) {
        return ends;
    }
    // Normal equations of min ‖w + s u − t v‖.
    const double s = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
    const double t = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
    const bool between = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
    return between ? std::min(ends, (w + s * u - t * v).norm()) : ends;
}

/// Returns the distance of the two elements.
double distance_of(ImpactKind kind, const Points& x) {
    return kind == ImpactKind::VertexFace ? distance_to_triangle(x[0], x[1], x[2], x[3])
                                          : distance_of_segments(x[0], x[1], x[2], x[3]);
}

/// Returns the largest speed at which the distance can shrink.
double closing_speed(ImpactKind kind, const Points& v) {
    return kind == ImpactKind::VertexFace
               ? v[0].norm() + std::max({v[1].norm(), v[2].norm(), v[3].norm()})
               : std::max(v[0].norm(), v[1].norm()) + std::max(v[2].norm(), v[3].norm());
}

/// Returns the displacement of each point relative to the mean of all.
Points ways_of(const ImpactQuery& query) {
    Points ways;
    Vec3 mean = Vec3::Zero();
    for (int i = 0; i < 4; ++i) {
        ways[i] = query.end[i] - query.start[i];
        mean += 0.25 * ways[i];
    }
    for (Vec3& way : ways) {
        way -= mean;
    }
    return ways;
}

/// Returns the points at time t, relative to the motion of their mean.
Points points_at(const ImpactQuery& query, const Points& ways, double t) {
    Points points;
    for (int i = 0; i < 4; ++i) {
        points[i] = query.start[i] + t * ways[i];
    }
    return points;
}

}  // namespace

Impact additive(const ImpactQuery& query, const ImpactSettings& settings) {
    const Points ways = ways_of(query);
    const double speed = closing_speed(query.kind, ways);
    const double first = distance_of(query.kind, query.start);
    if (!(first > 0.0)) {
        return unproven_impact(true, 0.0, 1);
    }
    if (!(speed > 0.0)) {
        return unproven_impact(false, 0.0, 1);
    }
    double time = 0.0;
    double step = (1.0 - kShareLeft) * first / speed;
    std::int64_t work = 1;
    while (true) {
        const double next = time + step;
        if (next > settings.t_max) {
            return unproven_impact(false, 0.0, work);
        }
        if (work >= settings.max_boxes || !(next > time)) {
            Impact impact = unproven_impact(true, time, work);
            impact.capped = true;
            return impact;
        }
        ++work;
        const double distance = distance_of(query.kind, points_at(query, ways, next));
        // The last time is the answer: there, more than the share of the distance was left.
        if (distance <= kShareLeft * first) {
            return unproven_impact(true, time, work);
        }
        time = next;
        step = 0.9 * distance / speed;
    }
}

}  // namespace touchstone
