#pragma once

#include <span>

#include "methods/smooth/smooth_solid.h"

namespace touchstone {

/// What a search for a pair of support points took.
struct DualWork {
    int iterations = 0;  ///< steps of all climbs together
    int longest = 0;     ///< steps of the longest of several climbs
    int ellipsoids = 0;  ///< enclosing ellipsoids asked for starts
    int root_steps = 0;  ///< steps in one unknown that these took
};

/// A pair of support points with opposite normals.
struct DualResult {
    Vec3 normal = Vec3::Constant(kUnset);   ///< unit vector from A to B
    Vec3 point_a = Vec3::Constant(kUnset);  ///< farthest point of A along n
    Vec3 point_b = Vec3::Constant(kUnset);  ///< farthest point of B against n
    double separation = kUnset;             ///< n · (p_b − p_a) [m]
    DualWork work;
    bool converged = false;
};

/// Climbs to the nearest maximum of n · (p_b(n) − p_a(n)) = −h_A(n) − h_B(−n) over unit vectors n
/// by Newton steps on the sphere of normals, each halved until it climbs. Both solids must be oval.
/// While bodies are apart there is one maximum, their distance; else several, of which the largest
/// is the separation.
DualResult climb_normals(const PlacedSolid& a, const PlacedSolid& b, const Vec3& start);

/// Climbs from the centre line where that parts the solids, else from each of the `oval_ways` that
/// may lead to the largest maximum. Nothing converged: the overlap is deeper than the radii of
/// curvature.
DualResult separate_ovals(const PlacedSolid& a, const PlacedSolid& b);

/// Returns twelve unit directions, as far from each other as they can be.
std::span<const Vec3> spread_directions();

}  // namespace touchstone
