#pragma once

#include <span>

#include "methods/geometry/facet_model.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/quality/reference.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// A body of a scene with the mesh that stands for it.
struct ExactBody {
    const SmoothShape* exact = nullptr;    ///< exact shape; null: the mesh is the shape
    const SurfaceMesh* surface = nullptr;  ///< mesh in the frame of the shape
    Pose world_from_shape;
    const FacetModel* facets = nullptr;  ///< facets of a mesh that is the shape, in the same frame;
                                         ///< null: they are found when they are needed
};

/// Returns the reference with the truth filled in for each pair that asks for it, from the bodies'
/// exact shapes: normals, contact points and separations of all places where they touch, overlap,
/// or are apart by less than their meshes' error; or `why_unknown`. For contact along lines and in
/// areas the points are the corners of these, and as many contacts are needed as span them. Bodies
/// farther apart have no contact.
/// The tolerances are at least the error of the meshes themselves, summed over both bodies, so that
/// a method passes that does its best on the mesh. Only triangles with a vertex within the longest
/// edge of the contact's point count, and of these only those turned by less than 45°: they give
/// the largest angle of their normals to the right one, and the largest distance by which vertices
/// stay back from the surface along the normal. Positions may be off by the longest edge. Where the
/// overlap is less than that distance, having no contact is right as well.
Reference with_smooth_truth(const Reference& reference, std::span<const ExactBody> bodies);

}  // namespace touchstone
