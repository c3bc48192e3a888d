#pragma once

#include <span>

#include "methods/mesh/surface_mesh.h"
#include "methods/quality/reference.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// A body of a scene with the mesh that stands for it.
struct ExactBody {
    const SmoothShape* exact = nullptr;    ///< null: the mesh is the shape
    const SurfaceMesh* surface = nullptr;  ///< in the frame of the shape
    Pose world_from_shape;
};

/// The reference with the truth of each pair that asks for it, from the bodies' exact shapes:
/// normals, contact points and separations of all places where they touch, overlap, or are apart by
/// less than their meshes are off; or `why_unknown`. Contact along lines and in areas has the
/// corners of these as points, and as many contacts as span them. Bodies farther apart have no
/// contact.
///
/// The tolerances are at least the error of the meshes themselves, summed over both bodies, so that
/// a method passes that does its best on the mesh. Of the triangles with a vertex within the
/// longest edge of the contact's point, those turned by less than 45° count: the largest angle of
/// their normals to the right one, and how far the vertices stay back from the surface along the
/// normal; positions may be off by the longest edge. Where the overlap is less than the meshes stay
/// back, no contact is right as well.
Reference with_smooth_truth(const Reference& reference, std::span<const ExactBody> bodies);

}  // namespace touchstone
