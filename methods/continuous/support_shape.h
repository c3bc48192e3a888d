#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

// Convex bodies as support mappings: all that distance and casting ask of a body is its farthest
// point along a direction. Gilbert, Johnson and Keerthi [1988]; van den Bergen [2004].

enum class SupportKind : std::uint8_t { Points, Box, Sphere, Cylinder, Capsule };

/// A convex body in body frame [m]. Round kinds are exact, not tessellated; their axis is z.
/// A body may be flat, a needle or one point.
struct SupportShape {
    SupportKind kind = SupportKind::Points;
    /// Where offsets start: the body frame's origin, or a point of the body when the body lies far
    /// from that origin. Differences of neighbours are exact where their coordinates are not.
    Vec3 centre = Vec3::Zero();
    std::vector<double> x, y, z;  ///< Points: offsets, filled up to fours by the first one [m]
    int point_count = 0;          ///< Points: how many there are without the filling
    std::vector<std::array<int, 2>> edges;  ///< Points: each once, when the hull's mesh is known
    std::vector<Triangle> faces;            ///< Points: likewise
    Vec3 half_size = Vec3::Zero();          ///< Box [m]
    double radius = 0.0;                    ///< Sphere, Cylinder, Capsule [m]
    double half_length = 0.0;  ///< Cylinder, Capsule: along z, without the caps' radius [m]
    double reach = 0.0;        ///< no offset of the body is longer [m]
};

/// The convex hull of points, which need not be its corners. Throws Error when there is none or
/// when one is not finite.
SupportShape make_support_hull(std::span<const Vec3> points);

/// The same with edges and faces, of a convex mesh: nothing checks that it is one.
SupportShape make_support_hull(const SurfaceMesh& mesh);

/// Bodies centred at the origin. Throw Error when a size is negative or not finite.
SupportShape make_support_box(const Vec3& half_size);
SupportShape make_support_sphere(double radius);
SupportShape make_support_cylinder(double radius, double half_length);
SupportShape make_support_capsule(double radius, double half_length);

/// The offset from `centre` of a point of the body that lies farthest along `direction`, which may
/// have any length; of equally far points the first. Any point when the direction is zero.
Vec3 farthest_offset(const SupportShape& shape, const Vec3& direction);

/// Offset `index` of a hull.
inline Vec3 point_offset(const SupportShape& shape, int index) {
    return {shape.x[index], shape.y[index], shape.z[index]};
}

}  // namespace touchstone
