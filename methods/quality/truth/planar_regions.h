#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/quality/truth/planar_facets.h"

namespace touchstone {

// The contact regions of two polyhedra from their geometry alone: the truth for scenes whose answer
// nobody has written down. Being a judge, this code shares nothing with any generator.

/// A region where a planar facet of A and one of B face each other, in world frame.
///
///        B   ┌─────────┐
///       ─────┘ ← area →└─────  facet of B   ↑ normal
///       ─────┐         ┌─────  facet of A   │
///        A   └─────────┘
struct PlanarRegion {
    double area = kUnset;                  ///< area without the holes [m²]
    std::vector<Vec3> corners;             ///< halfway between the facets, counter-clockwise around
                                           ///< `normal`, none on a straight line [m]
    std::vector<std::vector<Vec3>> holes;  ///< corners of each hole, clockwise
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector from A to B
    std::array<double, 2> separation{kUnset, kUnset};  ///< lowest and highest separation along
                                                       ///< `normal` [m]
    double normal_error = 0.0;  ///< largest angle by which rounded coordinates may have turned it
                                ///< [degrees]
};

/// Options for what counts as facing.
struct PlanarRegionOptions {
    std::optional<double> gap = std::nullopt;  ///< largest |separation| [m]; nothing: `default_gap`
    double facing_angle = 1.0;                 ///< largest deviation from exactly opposite normals
                                               ///< [degrees]
    double curved_bend = 20.0;  ///< see planar_facets; 0: no facet counts as curved [degrees]
    double position_tolerance = 0.02;  ///< corners nearer than this may be one, see `same_corner`
                                       ///< [m]
};

/// The truth of one pair, or the reason why there is none.
struct PlanarRegions {
    double gap = kUnset;       ///< gap that was used [m]
    double same_corner = 0.0;  ///< corners nearer were one: what the coordinates' precision
                               ///< supports of regions of any size [m]
    std::string precision;     ///< precision of the rounded body: "A has 6 decimals"; empty: double
                               ///< precision of both
    std::vector<PlanarRegion> regions;  ///< regions ordered by facet of A, facet of B, then
                                        ///< position
    std::string why_not;  ///< reason why there is no truth, in one line; empty: the regions are the
                          ///< whole truth
};

/// A body, with what does not depend on where it is.
struct PlanarSide {
    const SurfaceMesh* surface = nullptr;   ///< valid surface, body frame
    const SurfaceFacets* facets = nullptr;  ///< its facets, found with PlanarRegionOptions's bend
    Pose world_from_surface;
};

/// Returns 0.005 × the smaller body's largest extent along an axis of its own frame [m].
double default_gap(const SurfaceMesh& a, const SurfaceMesh& b);

/// Finds all regions over which facets of A and B face each other within the gap, cut by exact
/// polygon booleans; areas and corners are rounded once, at the end. The surfaces must be valid.
/// There is no truth, and no region, where
///   - no facets face each other so: the bodies are apart, touch at points and edges only, or are
///     deeper in one another than the gap;
///   - beside the regions a vertex of one body touches the other;
///   - a facet in touch is part of a tessellated curved surface, so that the polyhedra are not
///     what is meant.
/// Facets deeper than half of a body's thickness along the normal do not face: they are its far
/// side.
/// Where coordinates are rounded (estimate_precision), facets are planes fitted to them, corners
/// within three roundings of both bodies are one, and separations range over what rounding leaves
/// open. Poses may be rounded too, which no number tells: within the position tolerance, corners
/// nearer than 2e-7 of a region's size are always one.
PlanarRegions planar_regions(const SurfaceMesh& a, const Pose& world_from_a, const SurfaceMesh& b,
                             const Pose& world_from_b, const PlanarRegionOptions& options = {});
/// Does the same with facets that are known.
PlanarRegions planar_regions(const PlanarSide& a, const PlanarSide& b,
                             const PlanarRegionOptions& options = {});

}  // namespace touchstone
