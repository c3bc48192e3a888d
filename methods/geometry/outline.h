#pragma once

#include <Eigen/Core>
#include <span>

namespace touchstone {

using Vec2 = Eigen::Vector2d;

/// A directed edge of a flat outline. The outline's inside is on the left of all its edges, so that
/// outer rings run counter-clockwise and holes clockwise; the edges may stand in any order.
///     +-----<-----+
///     |  +->-+    |      inside: between the rings
///     v  ^   v    ^
///     |  +-<-+    |
///     +----->-----+
struct OutlineEdge {
    Vec2 start;
    Vec2 end;
};

inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// How often the outline runs counter-clockwise around the point: 1 inside, 0 outside. On the
/// outline itself either.
int winding_number(std::span<const OutlineEdge> outline, const Vec2& point);

/// Of the point from the nearest point of the edge [m].
double distance_to(const OutlineEdge& edge, const Vec2& point);

/// Holes count negative [m²].
double enclosed_area(std::span<const OutlineEdge> outline);

}  // namespace touchstone
