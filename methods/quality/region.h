#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// The convex region spanned by coplanar corners: a point, a segment or a polygon. Corners may be
/// repeated, in any order.
class Region {
 public:
    /// Spans the region of at least one corner. Corners off the common plane are projected into it.
    explicit Region(std::span<const Vec3> corners);

    /// Corners of the hull, in order around it, each once: at least one.
    const std::vector<Vec3>& outline() const { return outline_; }

    /// Returns the distance of a point from the region, 0 inside [m].
    double distance(const Vec3& point) const;
    /// Returns the area [m²].
    double area() const { return area_; }
    /// Returns the length of the outline [m]; for a segment twice its length.
    double perimeter() const { return perimeter_; }

 private:
    std::vector<Vec3> outline_;   ///< corners of the hull, in order around `normal_`
    Vec3 normal_ = Vec3::Zero();  ///< unit vector; zero for a point or a segment
    double area_ = 0.0;
    double perimeter_ = 0.0;
};

/// Returns the region that the points span when seen along the unit vector `direction`; points
/// closer than 1e-9 m count once. Erleben [2018], Eq. (3). Needs at least one point.
Region project_region(std::span<const Vec3> points, const Vec3& direction);

}  // namespace touchstone
