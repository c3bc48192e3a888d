#pragma once

#include "generators/convex_cast/cast_state.h"

namespace touchstone {

/// The paper's loop, mended: a step of β t*, g(t*) = 0, where β is 1 − s at first and 1 − 1/α then;
/// a step that would keep too little ends the search before it, or is halved when the time before
/// it is not near enough yet. Yuan et al. [2025], Algorithm 1.
CastAnswer cast_printed(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

/// The paper's loop as its public code runs it: the answer is the time after the last step, where
/// less is kept than was asked; that step counts as two iterations.
CastAnswer cast_published(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

/// A better loop: each step leads to where the bound equals what is asked, s d(0) α^0.1, so it
/// cannot keep too little; the end is the first time that is near enough. Needs a lower bound only,
/// not a concave one, and its cost hardly depends on α.
CastAnswer cast_aimed(const PairMotion& motion, const CastSettings& settings, BoundedStep step);

}  // namespace touchstone
