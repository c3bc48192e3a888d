#pragma once

#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/types.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/quality/truth/planar_facets.h"

// Facets of two bodies that face each other across a small gap: the material of planar regions of
// contact.

namespace touchstone {

/// A body's facets and vertices in world frame.
struct FacetedBody {
    const SurfaceMesh* surface = nullptr;  ///< surface in body frame
    std::vector<Vec3> vertices;            ///< vertices in world frame [m]
    std::vector<PlanarFacet> facets;       ///< facets with planes in world frame
    std::vector<BoundingBox> boxes;        ///< box of each facet
    BoundingBox bounds;
    CoordinatePrecision precision;

    /// Returns the extent along a unit vector [m].
    double thickness(const Vec3& direction) const;
};
/// Places the surface, which must outlive the result, with its facets.
FacetedBody make_faceted(const SurfaceMesh& surface, const SurfaceFacets& facets,
                         const Pose& world_from_surface);

/// Plane coordinates (x, y) and height along the normal; (u, v, normal) is right-handed.
struct FacetFrame {
    Vec3 origin;
    Vec3 u;
    Vec3 v;
    Vec3 normal;
};

/// A plane as a height over a frame: z = z0 + x zx + y zy.
struct PlaneHeight {
    double z0 = 0.0;
    double zx = 0.0;
    double zy = 0.0;

    /// Returns the height z of the plane over (x, y).
    double at(double x, double y) const { return z0 + x * zx + y * zy; }
};

/// A facet of A and one of B that look at each other.
struct FacingFacets {
    int a = 0;  ///< facet of A
    int b = 0;  ///< facet of B
    FacetFrame frame;
    PlaneHeight height_a;
    PlaneHeight height_b;
    double flatness = 0.0;      ///< deviation of both facets from planes [m]
    double normal_error = 0.0;  ///< error of both facets' normals [degrees]

    /// Returns the height of B's plane over A's at (x, y) [m], negative where they overlap.
    double separation(double x, double y) const { return height_b.at(x, y) - height_a.at(x, y); }
};

/// Returns the pairs of facets whose normals are opposite within `facing_angle` [degrees] and whose
/// boxes come within `gap` [m] of each other: by A's facets, then by B's.
std::vector<FacingFacets> facing_pairs(const FacetedBody& a, const FacetedBody& b,
                                       double facing_angle, double gap);

}  // namespace touchstone
