#pragma once

#include <array>

#include "methods/smooth/smooth_solid.h"

namespace touchstone {

/// Directions along which two ovals may be parted, the best first, and the work that they took.
struct OvalWays {
    /// A unit vector from A to B, and n · (p_b − p_a) along it.
    struct Way {
        Vec3 normal = Vec3::Zero();
        double separation = kUnset;  ///< [m]
    };
    std::array<Way, 32> ways;
    int count = 0;
    int ellipsoids = 0;  ///< enclosing ellipsoids whose nearest point was asked for
    int root_steps = 0;  ///< Newton steps in one unknown for those points

    const Way* begin() const { return ways.data(); }
    const Way* end() const { return ways.data() + count; }
};

/// Finds a start near each maximum of n · (p_b(n) − p_a(n)) that may be the largest.
///
/// For ovals of the matrices A² and B², with h_A(n) = √(nᵀ A² n) about their centres, the sum of
/// the support functions is a least value over one number t > 0,
///     (h_A + h_B)² = min over t of nᵀ E(t) n,   E(t) = (1 + 1/t) A² + (1 + t) B²,
/// taken at t = h_A / h_B. With c the way from the centre of A to that of B, the maximum over n is
/// therefore that over t of the signed distance of c from the surface of the ellipsoid E(t), which
/// has one unknown and one answer wherever c is. That distance is asked for at a few t; what the
/// neighbours on the same branch do not beat is improved by t = h_A / h_B at its own normal.
OvalWays oval_ways(const PlacedSolid& a, const PlacedSolid& b);

}  // namespace touchstone
