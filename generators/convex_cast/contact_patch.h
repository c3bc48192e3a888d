#pragma once

#include <vector>

#include "methods/base/types.h"
#include "methods/continuous/affine_motion.h"

namespace touchstone {

/// Returns where two convex bodies meet across a plane between them: the region that both have in
/// common of what is within `reach` [m] of their nearest points along `normal` (unit, from A to B),
/// by its corners. In the pair's frame, halfway between the bodies, in order around the region; a
/// point, the ends of a segment, or the corners of a polygon. `point`: a point between the bodies'
/// nearest ones, which is the answer when the region is lost in rounding.
std::vector<Vec3> contact_patch(const PlacedPair& pair, const Vec3& normal, double reach,
                                const Vec3& point);

}  // namespace touchstone
