#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

// Convex bodies as support mappings: distance and casting need nothing of a body but its farthest
// point along a direction. Gilbert, Johnson and Keerthi [1988]; van den Bergen [2004].

/// The kinds of convex body.
enum class SupportKind : std::uint8_t { Points, Box, Sphere, Cylinder, Capsule, Cone, Power };

/// A convex body in body frame [m]. Round kinds are exact, not tessellated; their axis is z. A body
/// may be as thin as a plate, a needle or a point.
struct SupportShape {
    SupportKind kind = SupportKind::Points;
    /// Origin of the offsets: that of the body frame, or a point of the body when it lies far from
    /// that. Differences of neighbours are exact where their coordinates are not.
    Vec3 centre = Vec3::Zero();
    std::vector<double> x, y, z;            ///< Points: offsets, padded to a multiple
                                            ///< of four by the first one [m]
    int point_count = 0;                    ///< Points: their number without the padding
    std::vector<std::array<int, 2>> edges;  ///< Points: each edge once, when
                                            ///< the hull's mesh is known
    std::vector<Triangle> faces;            ///< Points: faces, likewise
    Vec3 half_size = Vec3::Zero();          ///< Box, Power: half extents [m]
    double exponent = 2.0;                  ///< Power: p of Σ |x_i / a_i|^p ≤ 1
    double radius = 0.0;                    ///< Sphere, Cylinder, Capsule; Cone: of its base [m]
    double half_length = 0.0;  ///< Cylinder, Capsule, Cone: half height along z, without the caps;
                               ///< a cone's tip is at +z [m]
    double reach = 0.0;        ///< bound on the length of every offset of the body [m]
};

/// Makes the convex hull of points, which need not be its corners. Throws Error when there is none
/// or one is not finite.
SupportShape make_support_hull(std::span<const Vec3> points);

/// Makes a hull with edges and faces from a convex mesh; convexity is not checked.
SupportShape make_support_hull(const SurfaceMesh& mesh);

/// Makes a box centred at the origin. This and the following makers throw Error when a size is
/// negative or not finite.
SupportShape make_support_box(const Vec3& half_size);
/// Makes a sphere.
SupportShape make_support_sphere(double radius);
/// Makes a cylinder along z.
SupportShape make_support_cylinder(double radius, double half_length);
/// Makes a capsule along z; `half_length`: without the caps.
SupportShape make_support_capsule(double radius, double half_length);
/// Makes a cone along z with its tip at +`half_length`.
SupportShape make_support_cone(double radius, double half_length);
/// Makes a superellipsoid; exponent ≥ 2.
SupportShape make_support_power(const Vec3& half_size, double exponent);

/// Returns the offset from `centre` of a point of the body that lies farthest along `direction`,
/// which may have any length; of equally far points the first. Any point when the direction is
/// zero.
Vec3 farthest_offset(const SupportShape& shape, const Vec3& direction);

/// Returns offset `index` of a hull.
inline Vec3 point_offset(const SupportShape& shape, int index) {
    return {shape.x[index], shape.y[index], shape.z[index]};
}

}  // namespace touchstone
