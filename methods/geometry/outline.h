#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>

namespace touchstone {

/// A point or vector in a plane with axes of its own.
using Vec2 = Eigen::Vector2d;

/// A directed edge of a flat outline. The inside is on the left of every edge, so that outer rings
/// run counter-clockwise and holes clockwise; the edges may be listed in any order.
///     +-----<-----+
///     |  +->-+    |      inside: between the rings
///     v  ^   v    ^
///     |  +-<-+    |
///     +----->-----+
struct OutlineEdge {
    Vec2 start;  ///< start point [m]
    Vec2 end;    ///< end point [m]
};

/// Returns the z component of the cross product: positive when `b` points to the left of `a`.
inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Counts how often the outline runs counter-clockwise around the point: 1 inside, 0 outside, and
/// either on the outline itself.
int winding_number(std::span<const OutlineEdge> outline, const Vec2& point);

/// Returns the distance of the point from the nearest point of the edge [m].
inline double distance_to(const OutlineEdge& edge, const Vec2& point) {
    const Vec2 along = edge.end - edge.start;
    const double length_squared = along.squaredNorm();
    const double t = length_squared > 0.0 ? along.dot(point - edge.start) / length_squared : 0.0;
    return (point - edge.start - std::clamp(t, 0.0, 1.0) * along).norm();
}

/// Returns the area inside the outline [m²]; holes subtract.
double enclosed_area(std::span<const OutlineEdge> outline);

}  // namespace touchstone
