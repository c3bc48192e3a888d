#pragma once

#include "generators/convex_cast/cast_state.h"

namespace touchstone {

// Bounds along the normal n, held fixed, of the plane that separates the bodies at T. BoundedSteps.

/// Steps by Yuan et al. [2025], §4: d(T) − t V, where V is the largest speed at which points of the
/// bodies approach along n. World velocities of an affine motion are constant, so V does not depend
/// on a frame.
double linear_step(const CastState& state, double target, double horizon);

/// Steps by the separation along n itself at T + t: min over B of n·(x + t ẋ) minus max over A. It
/// is concave and piecewise linear in t, never below the linear bound, and costs one support call
/// per piece, without an inverse or a norm. The step may leave up to 3 % of the distance between
/// now and `target`, where the exact root would cost another call. A better bound than the paper's,
/// for any convex body.
double linear_pw_step(const CastState& state, double target, double horizon);

/// Returns the value of the linear bound at T + t [m].
double linear_value(const CastState& state, double t);
/// Returns the value of the linear_pw bound at T + t [m].
double linear_pw_value(const CastState& state, double t);

}  // namespace touchstone
