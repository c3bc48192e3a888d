#pragma once

#include <limits>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

/// An axis-aligned box. By default it is empty and overlaps nothing.
struct BoundingBox {
    Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());
};

/// Returns the smallest box around the points.
BoundingBox bounds_of(std::span<const Vec3> points);

/// Grows the box to contain the other.
inline void extend(BoundingBox& box, const BoundingBox& other) {
    box.lower = box.lower.cwiseMin(other.lower);
    box.upper = box.upper.cwiseMax(other.upper);
}

/// Returns the box grown by `margin` on all sides.
inline BoundingBox inflated(const BoundingBox& box, double margin) {
    return {box.lower.array() - margin, box.upper.array() + margin};
}

/// Returns true when the boxes share a point; touching counts.
inline bool overlap(const BoundingBox& a, const BoundingBox& b) {
    return a.lower.x() <= b.upper.x() && b.lower.x() <= a.upper.x() && a.lower.y() <= b.upper.y() &&
           b.lower.y() <= a.upper.y() && a.lower.z() <= b.upper.z() && b.lower.z() <= a.upper.z();
}

}  // namespace touchstone
