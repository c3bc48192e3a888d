#pragma once

#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Coplanar triangles of a surface, joined across the edges they share. Body frame.
struct PlanarFacet {
    std::vector<int> triangles;            ///< indices in the surface, ascending
    Vec3 point = Vec3::Constant(kUnset);   ///< a vertex on its plane [m]
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit, out of the solid
    bool curved = false;                   ///< part of a tessellated curved surface
};

/// The facets of a valid surface, in the order of their first triangles: every triangle is in one.
/// A facet grows from its largest triangle; what it takes in lies within 1e-7 of the surface's size
/// of that triangle's plane. It is `curved` when the surface bends by less than `curved_bend`
/// [degrees] towards two of its neighbours or more, as it does on icospheres and on the sides of
/// cylinders; 0: never.
std::vector<PlanarFacet> planar_facets(const SurfaceMesh& surface, double curved_bend);

/// The point of the triangle that is nearest to `point`: its distance [m].
double distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace touchstone
