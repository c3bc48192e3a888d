#pragma once

#include "generators/convex_cast/cast_state.h"

namespace touchstone {

/// Runs the paper's loop, corrected: a step of β t*, g(t*) = 0, where β is first 1 − s and then 1 −
/// 1/α. A step that would keep too little ends the search before it, or is halved when the time
/// before it is not yet near enough. Yuan et al. [2025], Algorithm 1.
CastAnswer cast_printed(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

/// Runs the paper's loop as its public code does: the answer is the time after the last step, where
/// the distance kept is below the required one; that step counts as two iterations.
CastAnswer cast_published(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

/// Runs a better loop: each step leads to where the bound equals s d(0) α^0.1, so it cannot keep
/// too little; it ends at the first time that is near enough. It needs only a lower bound, not a
/// concave one, and its cost hardly depends on α.
CastAnswer cast_aimed(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

}  // namespace touchstone
