#pragma once

#include "generators/convex_cast/body_frame.h"

namespace touchstone {

/// Bounds on the deviation t² R of the other body's path, seen from a frame, from a straight line.
enum class PathError : std::uint8_t {
    Norms,  ///< Yuan et al. [2025], Claim 1: norms of both rates, the distance from the origin
    NormsWrongBody,  ///< the same with the reference's distance instead of the other's: no bound
    Exact  ///< K ‖A′ᵀn‖ ‖r‖ from the exact error −t² A′ (I + t A′)⁻¹ r along n only, where r is
           ///< a point's relative velocity: independent of the origin, 0 when both move together
};

/// Steps by Yuan et al. [2025], §5.1, Eq. (33): d − t V − t² R in the frame of a body, valid while
/// the body is compressed by less than K. Without a frame it is the linear_pw bound.
double quad_step(const CastState& state, bool reference_is_b, PathError error, double target,
                 double horizon);

/// Steps by Yuan et al. [2025], §5.2, Eq. (37): as above for every point of the other body, with a
/// gap, speed and error of its own. Hulls of points only.
double quad_pw_step(const CastState& state, bool reference_is_b, PathError error, double target,
                    double horizon);

/// Returns the value of the quad bound at T + t, as a world distance for K: -∞ where it does not
/// apply.
double quad_value(const CastState& state, bool reference_is_b, PathError error, double t);
/// Returns the value of the quad_pw bound, defined in the same way.
double quad_pw_value(const CastState& state, bool reference_is_b, PathError error, double t);

}  // namespace touchstone
