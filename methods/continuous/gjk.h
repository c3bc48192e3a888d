#pragma once

#include <array>

#include "methods/base/types.h"
#include "methods/continuous/affine_motion.h"

namespace touchstone {

// The distance of two convex bodies after Gilbert, Johnson and Keerthi [1988]: the point of B − A
// (the set of all differences) that is nearest to the origin, on simplices of support points. Every
// direction that is looked at gives a plane between the bodies, hence a lower bound; every simplex
// gives a pair of points, hence an upper one.

/// Up to three pairs of support points that an earlier call ended with, as offsets of the shapes:
/// they stay meaningful when the bodies move on. Start with none.
struct PairSimplex {
    int size = 0;
    std::array<Vec3, 3> a;
    std::array<Vec3, 3> b;
};

/// What is known of two bodies' distance. Frame of the PlacedPair: origin at A's centre.
struct PairDistance {
    double lower = 0.0;  ///< the bodies are at least so far apart, rounding included; ≥ 0
    double upper = 0.0;  ///< and at most so far, rounding included [m]
    Vec3 normal = Vec3::UnitX();  ///< unit length, from A to B, normal of the plane that gives
                                  ///< `lower`; arbitrary when `lower` is 0
    Vec3 point_a = Vec3::Zero();  ///< the nearest point of A
    Vec3 point_b = Vec3::Zero();  ///< and of B
    double rounding = 0.0;        ///< what is allowed for rounding in a coordinate [m]
    int support_calls = 0;        ///< a call asks both bodies
    bool restarted = false;       ///< whether the search began once more without its first simplex
};

/// The distance of two bodies. `simplex` speeds it up when it comes from bodies that stood nearly
/// so, and is left for the next call. Bodies that overlap or touch have lower = 0 and an upper of
/// the order of rounding. The pair's size must lie between 1e-70 and 1e70.
PairDistance pair_distance(const PlacedPair& pair, PairSimplex& simplex);

/// The same without earlier knowledge.
PairDistance pair_distance(const PlacedPair& pair);

/// How far the bodies are apart along `normal`, a unit vector from A to B: min over B − max over A
/// of the coordinate along it, less the bound of its rounding errors. Negative: not apart.
double separation_along(const PlacedPair& pair, const Vec3& normal);

}  // namespace touchstone
