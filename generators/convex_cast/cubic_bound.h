#pragma once

#include "generators/convex_cast/body_frame.h"

namespace touchstone {

/// Steps by a better bound than the paper's: the separating plane moves with one body. For each
/// point x of the other, det(I + t A′) times its height over the plane is a cubic in t,
///    (n + t n₁ + t² n₂)·(x + t ẋ) − P det(I + t A′),
///    n₁ = tr(A′) n − A′ᵀn,  n₂ = adj(A′)ᵀn,
/// exactly, so no error term remains; as a world distance it is worth at least the share
/// 1 / (1 + t|n₁| + t²|n₂|). A BoundedStep apart from the frame. Hulls of points only; without a
/// frame it is the linear_pw bound.
double cubic_step(const CastState& state, bool reference_is_b, double target, double horizon);

/// Returns the bound's value at T + t: -∞ where it does not apply.
double cubic_value(const CastState& state, bool reference_is_b, double t);

}  // namespace touchstone
