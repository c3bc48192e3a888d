#pragma once

#include <memory>
#include <span>
#include <vector>

#include "methods/base/boxes/box_tree.h"
#include "methods/base/types.h"
#include "methods/continuous/support_shape.h"
#include "methods/geometry/facet_model.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// A solid as convex parts, each by its core: the points of the part that are at least a margin
/// inside all of its faces. Parts that touch have cores that are apart by both margins, so that the
/// distance of cores, which is cheap to find, measures overlap as well.
struct ConvexParts {
    Vec3 center_of_mass = Vec3::Zero();  ///< centre of mass of the solid, body frame [m]
    std::vector<SupportShape> cores;     ///< core of each part, body frame
    std::vector<double> margins;         ///< margin of each part [m]
    std::vector<double> radii;           ///< bound on the distance of a core's points from the
                                         ///< centre of mass, by part [m]
    BoxTree tree;                        ///< bounding volume hierarchy over the cores
};

/// Returns the least distance of two parallel planes with the convex solid between them of which
/// one bears a face [m].
double convex_width(const SurfaceMesh& convex_surface);
/// Does the same with the facets of its surface.
double convex_width(const FacetModel& convex);

/// Margin of a part, as a share of its width.
inline constexpr double kMarginShare = 0.002;

/// The plane of a face.
struct FacePlane {
    Vec3 normal;          ///< outward unit vector
    double offset = 0.0;  ///< [m]
};

/// The material of a convex part's cores, for all margins.
struct PartInset {
    std::vector<FacePlane> faces;
    std::vector<Vec3> corners;  ///< [m]
    std::vector<Vec3> ways;     ///< shortest from each corner to 1 inside all of its faces [-]
    double width = 0.0;         ///< least distance of a face and the corner farthest from it [m]
};

/// A part of a convex solid, with everything that does not depend on the other body.
struct SolidPart {
    std::shared_ptr<const FacetModel> facets;  ///< facets of its surface, body frame
    SupportShape hull;                         ///< hull of its corners, body frame
    PartInset inset;
};

/// A solid in convex parts, made once per body.
struct ConvexSolid {
    std::vector<SolidPart> parts;
    double widest = 0.0;  ///< width of the widest part [m]
    ConvexParts cores;    ///< cores, with margins by each part's own width
};

/// Makes a solid of the surfaces of its parts, in body frame. Throws MeshError, naming the part,
/// for one without a core.
ConvexSolid make_convex_solid(std::span<const SurfaceMesh> parts, const Vec3& center_of_mass);
/// Makes it of the facets of these surfaces.
ConvexSolid make_convex_solid(std::span<const std::shared_ptr<const FacetModel>> parts,
                              const Vec3& center_of_mass);

/// Returns the solid's cores with margins as in make_convex_parts.
ConvexParts cores_within(const ConvexSolid& solid, double widest);

/// Makes the cores of convex parts. Margins are kMarginShare of a part's width, and at most that
/// of `widest` [m]. Throws MeshError, naming the part, for one without a core.
ConvexParts make_convex_parts(std::span<const std::shared_ptr<const FacetModel>> parts,
                              const Vec3& center_of_mass, double widest);

/// Makes the one part of a convex solid. Margins are kMarginShare of a part's width, and at most
/// that of `widest` [m], for parts that meet far smaller bodies. Throws MeshError for a solid
/// without a core.
ConvexParts make_convex_part(const SurfaceMesh& convex_surface, const Vec3& center_of_mass,
                             double widest);

/// Makes a part of each tet; tets that are flat up to rounding are left out. Throws MeshError when
/// no tet has a core.
ConvexParts make_tet_parts(const TetMesh& mesh, const Vec3& center_of_mass, double widest);

}  // namespace touchstone
