#pragma once

#include <functional>
#include <span>

#include "methods/mesh/surface_mesh.h"
#include "methods/quality/reference.h"
#include "methods/quality/truth/planar_regions.h"

namespace touchstone {

/// Makes an answer from the regions, by which contacts can be judged. Regions whose normals differ
/// by at most 0.1° are spanned together, as `judge` spans contacts: `hull_area` and `min_contacts`,
/// the corners of the hulls, are those of their projection along the normal. `points` are stated
/// where all regions lie in one plane. Needs at least one region. Corners of hulls, planes and
/// normals that rounded coordinates may have set apart count as one: `same_corner` [m], see
/// PlanarRegions.
Answer make_answer(std::span<const PlanarRegion> regions, double same_corner = 0.0);

/// Returns the reference with the truth filled in for each pair that asks for it: `answers`, or
/// `why_unknown`. Its position tolerance is at least half the largest |separation|, so that a point
/// on either surface passes, and not below what the coordinates' precision supports. `side_of`: the
/// bodies of the scene, of which only those of such pairs are asked for.
Reference with_planar_truth(const Reference& reference,
                            const std::function<PlanarSide(int body)>& side_of);

/// Does the same with facets found for this call. `surfaces` and `world_from_surface`: per body of
/// the scene.
Reference with_planar_truth(const Reference& reference, std::span<const SurfaceMesh> surfaces,
                            std::span<const Pose> world_from_surface);

}  // namespace touchstone
