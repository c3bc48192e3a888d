#pragma once

#include <array>

#include "methods/base/types.h"
#include "methods/continuous/affine_motion.h"

namespace touchstone {

// The distance of two convex bodies after Gilbert, Johnson and Keerthi [1988]: the point of B − A
// (the set of all differences) that is nearest to the origin, searched for on simplices of support
// points. Every direction tried gives a plane between the bodies, hence a lower bound; every
// simplex gives a pair of points, hence an upper bound.

/// Up to three pairs of support points from the end of an earlier search, as offsets of the shapes:
/// they stay meaningful when the bodies move on. Initially empty.
struct PairSimplex {
    int size = 0;
    std::array<Vec3, 3> a;
    std::array<Vec3, 3> b;
};

/// Bounds on the distance of two bodies, with witnesses. Frame of the PlacedPair: origin at A's
/// centre.
struct PairDistance {
    double lower = 0.0;           ///< lower bound on the distance, rounding included, ≥ 0 [m]
    double upper = 0.0;           ///< upper bound on the distance, rounding included [m]
    Vec3 normal = Vec3::UnitX();  ///< unit vector from A to B, normal of the plane that
                                  ///< gives `lower`; arbitrary when `lower` is 0
    Vec3 point_a = Vec3::Zero();  ///< nearest point of A [m]
    Vec3 point_b = Vec3::Zero();  ///< nearest point of B [m]
    double rounding = 0.0;        ///< allowance for rounding in a coordinate [m]
    int support_calls = 0;        ///< number of support points per body
    bool restarted = false;       ///< true: the search was repeated without its initial simplex
};

/// Returns the distance of two bodies. `simplex` speeds the search up when it comes from a similar
/// placement, and is updated for the next call. Bodies that overlap or touch have lower = 0 and an
/// upper bound of the order of rounding. The pair's size must lie between 1e-70 and 1e70.
PairDistance pair_distance(const PlacedPair& pair, PairSimplex& simplex);

/// Returns the distance of a pair whose size is known to be at most `size` [m] (`pair_size`), for
/// series of placements. Rounding is allowed for by the size given.
PairDistance pair_distance(const PlacedPair& pair, PairSimplex& simplex, double size);

/// Returns the distance, starting from an empty simplex.
PairDistance pair_distance(const PlacedPair& pair);

/// Returns bounds that may be apart by a share of the upper one: a fast start for other methods.
PairDistance rough_pair_distance(const PlacedPair& pair, double share);

/// Returns a lower bound on the gap along `normal`, a unit vector from A to B: min over B − max
/// over A of the coordinate along it, minus a bound on the rounding errors [m]. Negative: not known
/// to be apart.
double separation_along(const PlacedPair& pair, const Vec3& normal);

}  // namespace touchstone
