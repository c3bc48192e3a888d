#include "methods/quality/region.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

constexpr double kSamePoint = 1e-9;  // corners closer than this are one [m]
constexpr double kFlat =
    1e-12;  // twice a triangle's area over its squared size: a straight line [-]

/// Two corners, and their distance [m].
struct Farthest {
    int first = 0;
    int second = 0;
    double distance = 0.0;
};

/// Finds the corner farthest from the first one, and the corner farthest from that. Their distance
/// is at least half of the region's diameter, and they are corners of the hull.
Farthest find_farthest(std::span<const Vec3> corners) {
    Farthest result;
    for (int turn = 0; turn < 2; ++turn) {
        result.first = result.second;
        result.distance = 0.0;
        for (int i = 0; i < std::ssize(corners); ++i) {
            const double distance = (corners[i] - corners[result.first]).norm();
            if (distance > result.distance) {
                result.distance = distance;
                result.second = i;
            }
        }
    }
    return result;
}

/// Returns twice the signed area of (a, b, c) seen against `normal`.
double turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
    return (b - a).cross(c - a).dot(normal);
}

/// Builds the monotone chain of Andrew [1979] over points of a plane with this unit normal.
std::vector<Vec3> make_outline(std::span<const Vec3> points, const Vec3& normal,
                               const Vec3& along) {
    const Vec3 across = normal.cross(along);
    std::vector<std::array<double, 2>> keys;
    std::vector<int> order;
    for (int i = 0; i < std::ssize(points); ++i) {
        keys.push_back({along.dot(points[i]), across.dot(points[i])});
        order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](int i, int j) { return keys[i] < keys[j]; });
    std::vector<Vec3> outline;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t start = outline.size();
        for (const int i : order) {
            while (outline.size() >= start + 2 &&
                   turn(outline.end()[-2], outline.back(), points[i], normal) <= 0.0) {
                outline.pop_back();
            }
            outline.push_back(points[i]);
        }
        outline.pop_back();  // begins the other chain
        std::reverse(order.begin(), order.end());
    }
    return outline;
}

}  // namespace

Region::Region(std::span<const Vec3> corners) {
    assert(!corners.empty());
    const Farthest ends = find_farthest(corners);
    const Vec3& start = corners[ends.first];
    const Vec3& end = corners[ends.second];
    outline_ = {start};
    if (ends.distance <= kSamePoint) {
        return;
    }
    outline_.push_back(end);
    perimeter_ = 2.0 * ends.distance;
    // The corner farthest from the longest line fixes the plane best.
    Vec3 normal = Vec3::Zero();
    for (const Vec3& corner : corners) {
        const Vec3 candidate = (end - start).cross(corner - start);
        if (candidate.squaredNorm() > normal.squaredNorm()) {
            normal = candidate;
        }
    }
    // All corners lie on a line up to rounding: a segment, whose outline goes there and back.
    if (normal.norm() <= kFlat * ends.distance * ends.distance) {
        return;
    }
    normal_ = normal.normalized();
    std::vector<Vec3> flat;
    for (const Vec3& corner : corners) {
        // Corners are projected into the plane through `start`.
        flat.push_back(corner - normal_.dot(corner - start) * normal_);
    }
    outline_ = make_outline(flat, normal_, (end - start).normalized());
    perimeter_ = 0.0;
    for (std::size_t i = 0; i < outline_.size(); ++i) {
        const Vec3& next = outline_[(i + 1) % outline_.size()];
        perimeter_ += (next - outline_[i]).norm();
        // A fan of triangles from the first corner.
        area_ += 0.5 * turn(outline_[0], outline_[i], next, normal_);
    }
}

double Region::distance(const Vec3& point) const {
    double nearest = (point - outline_[0]).norm();
    bool inside = !normal_.isZero(0.0);
    for (std::size_t i = 0; i < outline_.size(); ++i) {
        const Vec3& corner = outline_[i];
        const Vec3& next = outline_[(i + 1) % outline_.size()];
        nearest = std::min(nearest, distance_to_segment(point, corner, next));
        inside = inside && turn(corner, next, point, normal_) >= 0.0;
    }
    // Over the inside of a polygon the distance is that from its plane, else that from its outline.
    return inside ? std::abs(normal_.dot(point - outline_[0])) : nearest;
}

Region project_region(std::span<const Vec3> points, const Vec3& direction) {
    assert(!points.empty());
    std::vector<Vec3> flat;
    for (const Vec3& point : points) {
        flat.push_back(point - direction.dot(point - points[0]) * direction);
    }
    return Region(flat);
}

}  // namespace touchstone
