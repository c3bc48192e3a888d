#pragma once

#include "generators/convex_cast/body_frame.h"

namespace touchstone {

/// How far the other body's path, seen from a frame, departs from a straight line: t² R.
enum class PathError : std::uint8_t {
    Norms,  ///< Yuan et al. [2025], Claim 1: norms of both rates, the distance to the origin
    NormsWrongBody,  ///< the same with the reference's distance in place of the other's: no bound
    Exact  ///< K ‖A′ᵀn‖ ‖r‖ from the exact error −t² A′ (I + t A′)⁻¹ r along n alone, r a
           ///< point's relative velocity: free of the origin, 0 when both move together
};

/// Yuan et al. [2025], §5.1, Eq. (33): d − t V − t² R in the frame of a body, valid while the body
/// is compressed by less than K. Without a frame: the linear_pw bound.
double quad_step(const CastState& state, bool reference_is_b, PathError error, double target,
                 double horizon);

/// Yuan et al. [2025], §5.2, Eq. (37): the same for every point of the other body with a gap, speed
/// and error of its own. Hulls of points only.
double quad_pw_step(const CastState& state, bool reference_is_b, PathError error, double target,
                    double horizon);

/// The bounds' values at T + t, as a world distance for K: -∞ where they say nothing.
double quad_value(const CastState& state, bool reference_is_b, PathError error, double t);
double quad_pw_value(const CastState& state, bool reference_is_b, PathError error, double t);

}  // namespace touchstone
