#pragma once

#include <vector>

#include "generators/barrier/barrier_settings.h"
#include "generators/generator.h"

namespace touchstone::barrier {

// The contacts of a barrier method, asked about without motion. Incremental potential contact keeps
// surfaces apart: Li et al. [2020]. So that its contacts can be judged in the same cases as others,
// bodies that touch or overlap are opened first: B moves along the mean of the normals that the
// semi-local method finds, until the smallest distance is exactly y d̂. Then all pairs of features
// nearer than d̂ push, each with the force of its distance.
//
// Positions and separations are those of the same material points where the bodies were.

/// Returns one contact per pair of closest features: its direction, and its force as a share of the
/// pair's largest one times the number of element pairs.
std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query);

/// Returns the rule of the method's shapes: facets, which come with the surface's triangles.
ShapeRule shape_rule(const MethodSettings& settings);

/// Returns the largest distance of bodies that are asked about [m].
double reach(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns the largest distance of a contact from the bodies [m].
double slack(const MethodSettings& settings, const ShapeSizes& sizes);

}  // namespace touchstone::barrier
