#pragma once

#include "generators/convex_cast/convex_cast.h"

namespace touchstone {

/// The baseline: additive advancement (Li, Kaufman and Jiang [2021]) of every vertex against every
/// face and every edge against every edge of two hulls; the earliest time counts. No pair is left
/// out. Points of an affine body move on straight lines, which is all that it uses.
CastAnswer cast_elements(const PairMotion& motion, const CastSettings& settings);

/// The same as it is commonly run, each pair for itself: one ends at s times its own distance at
/// t = 0, which may be far more than α s of the bodies'.
CastAnswer cast_elements_apart(const PairMotion& motion, const CastSettings& settings);

}  // namespace touchstone
