#pragma once

#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Coplanar triangles of a surface, joined across the edges they share. Body frame.
struct PlanarFacet {
    std::vector<int> triangles;            ///< indices in the surface, ascending
    Vec3 point = Vec3::Constant(kUnset);   ///< a point on its plane [m]
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector out of the solid
    double flatness = 0.0;  ///< largest distance of its vertices from its plane, caused by rounding
                            ///< [m]
    double width = 0.0;     ///< its area over its longest extent along an axis [m]
    double normal_error = 0.0;  ///< largest angle by which rounding may have turned it [degrees]
    bool curved = false;        ///< true: part of a tessellated curved surface
};

/// Returns the facets of a valid surface, in the order of their first triangles: every triangle is
/// in one. A facet grows from its largest triangle; everything it takes in lies within 1e-7 of the
/// surface's size of that triangle's plane. Where coordinates were rounded by up to `rounding` [m],
/// see CoordinatePrecision, and that is more, a facet is what one plane fits to within four times
/// as much, and its plane is the fitted one.
/// A facet is `curved` when the surface bends by less than `curved_bend` [degrees] towards two of
/// its neighbours or more, as it does on icospheres and on the sides of cylinders; 0: never. Bends
/// below 0.08°, those that rounding alone can make, and facets narrower than 1e-7 of the size do
/// not count.
std::vector<PlanarFacet> planar_facets(const SurfaceMesh& surface, double curved_bend,
                                       double rounding = 0.0);

/// The facets of a surface and the precision of its coordinates, wherever its body is.
struct SurfaceFacets {
    CoordinatePrecision precision;
    std::vector<PlanarFacet> facets;
};
/// Finds both. `curved_bend`: see planar_facets.
SurfaceFacets find_surface_facets(const SurfaceMesh& surface, double curved_bend);

/// Returns the distance from `point` to the nearest point of the triangle [m].
double distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace touchstone
