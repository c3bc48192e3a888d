#pragma once

#include "generators/convex_cast/body_frame.h"

namespace touchstone {

/// A better bound than the paper's: the separating plane is carried along by one body. For each
/// point x of the other, det(I + t A′) times its height over the plane is a cubic in t,
///     (n + t n₁ + t² n₂)·(x + t ẋ) − P det(I + t A′),
///     n₁ = tr(A′) n − A′ᵀn,  n₂ = adj(A′)ᵀn,
/// exactly, so no error term is left; as a world distance it counts at least
/// 1 / (1 + t|n₁| + t²|n₂|). BoundedStep but for the frame. Hulls of points only; without a frame:
/// the linear_pw bound.
double cubic_step(const CastState& state, bool reference_is_b, double target, double horizon);

/// The bound's value at T + t: -∞ where it says nothing.
double cubic_value(const CastState& state, bool reference_is_b, double t);

}  // namespace touchstone
