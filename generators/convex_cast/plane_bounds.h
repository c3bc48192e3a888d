#pragma once

#include "generators/convex_cast/cast_state.h"

namespace touchstone {

// Bounds along the normal n of the plane that separates the bodies at T, held fast. BoundedSteps.

/// Yuan et al. [2025], §4: d(T) − t V, V the largest speed at which points of the bodies approach
/// along n. World velocities of an affine motion are constant, so V is free of frames.
double linear_step(const CastState& state, double target, double horizon);

/// The separation along n itself at T + t: min over B of n·(x + t ẋ) less max over A. Concave and
/// piecewise linear in t, never below the linear bound, and a support call a piece: no inverse, no
/// norm. A better bound than the paper's; any convex body.
double linear_pw_step(const CastState& state, double target, double horizon);

/// The bounds' values at T + t.
double linear_value(const CastState& state, double t);
double linear_pw_value(const CastState& state, double t);

}  // namespace touchstone
