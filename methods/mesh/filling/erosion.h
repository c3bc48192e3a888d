#pragma once

#include <functional>

#include "methods/base/error.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

/// The ways to make a solid smaller before closest points are sought. Erleben [2018], §6 and §8.3.
enum class Erosion {
    None,
    PlaneOffset,   ///< every incident plane of a vertex moves in by the amount (least squares)
    VertexNormal,  ///< every vertex moves by the amount against its angle-weighted unit normal
    Code  ///< VertexNormal when every vertex is a corner of the convex hull; otherwise the tet mesh
          ///< is scaled by 0.99 about the mean of its vertices (the paper's research code)
};

/// Thrown for a solid that is too thin for the amount: the message names the triangle that turns.
struct ErosionError : MeshError {
    using MeshError::MeshError;
};

/// Returns six times the volume over the surface's area [m]: the edge of a cube, the diameter of a
/// ball, three times the thickness of a wide plate. Never more than the solid's diameter, and the
/// same however the solid is placed and its faces are cut.
double mean_thickness(const SurfaceMesh& surface);

/// Moves every vertex inward by the amount [m], > 0. Not for Erosion::Code.
/// Throws ErosionError when the amount turns the surface inside out.
SurfaceMesh erode(const SurfaceMesh& surface, Erosion rule, double amount);

/// Moves every vertex outward by the amount [m], along its angle-weighted unit
/// normal: faces move by less. Throws MeshError as `erode` does.
SurfaceMesh grown(const SurfaceMesh& surface, double amount);

/// Returns true when every vertex is a corner of the convex hull, none inside a flat facet or on a
/// straight edge: what the research code would have built as a hull.
bool is_strictly_convex(const SurfaceMesh& surface);

/// Fills a surface with tetrahedra.
using Tetrahedralize = std::function<TetMesh(const SurfaceMesh&)>;

/// Makes the tet mesh of the eroded solid. The surface is eroded first, then meshed, except where
/// Erosion::Code scales the finished tet mesh.
TetMesh make_eroded_tets(const SurfaceMesh& surface, Erosion rule, double amount,
                         const Tetrahedralize& tetrahedralize);

}  // namespace touchstone
