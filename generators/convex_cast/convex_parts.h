#pragma once

#include <vector>

#include "methods/base/box_tree.h"
#include "methods/base/types.h"
#include "methods/continuous/support_shape.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// A solid as convex parts, each by its core: the points of the part that are at least a margin
/// inside all of its faces. Parts that touch have cores that are apart by both margins, so that the
/// distance of cores, which is cheap to find, measures overlap as well.
struct ConvexParts {
    Vec3 center_of_mass = Vec3::Zero();  ///< of the solid, body frame [m]
    std::vector<SupportShape> cores;     ///< of each part, body frame
    std::vector<double> margins;         ///< of each part [m]
    std::vector<double> radii;           ///< bound on the distance of a core's points from the
                                         ///< centre of mass, by part [m]
    BoxTree tree;                        ///< bounding volume hierarchy over the cores
};

/// Returns the least distance of two parallel planes with the convex solid between them of which
/// one bears a face [m].
double convex_width(const SurfaceMesh& convex_surface);

/// Margin of a part, as a share of its width.
inline constexpr double kMarginShare = 0.002;

/// Makes the one part of a convex solid. Margins are kMarginShare of a part's width, and at most
/// that of `widest` [m], for parts that meet far smaller bodies. Throws MeshError for a solid
/// without a core.
ConvexParts make_convex_part(const SurfaceMesh& convex_surface, const Vec3& center_of_mass,
                             double widest);

/// Makes a part of each tet; tets that are flat up to rounding are left out. Throws MeshError when
/// no tet has a core.
ConvexParts make_tet_parts(const TetMesh& mesh, const Vec3& center_of_mass, double widest);

}  // namespace touchstone
