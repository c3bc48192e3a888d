#pragma once

#include "generators/convex_cast/convex_cast.h"

namespace touchstone {

/// Casts by the baseline: additive advancement (Li, Kaufman and Jiang [2021]) of every vertex
/// against every face and every edge against every edge of two hulls; the earliest time counts. No
/// pair is left out. It uses only that points of an affine body move on straight lines.
CastAnswer cast_elements(const PairMotion& motion, const CastSettings& settings);

/// Casts as is common practice, each pair on its own: a pair ends at s times its own distance at t
/// = 0, which may be far more than α s of the bodies' distance.
CastAnswer cast_elements_apart(const PairMotion& motion, const CastSettings& settings);

}  // namespace touchstone
