#pragma once

#include <random>

#include "generators/plain/tet.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone::testing {

using plain::PlainTet;

/// The same numbers with every standard library.
class Random {
 public:
    explicit Random(unsigned seed) : engine_(seed) {}

    double uniform(double low, double high);
    double power_of_ten(double low, double high);  ///< 10^x with x uniform
    int below(int count);
    Vec3 in_unit_ball();

 private:
    std::mt19937_64 engine_;
};

/// How two random tets lie to each other.
enum class Placement { Overlapping, NearlyTouching, ParallelEdges, Far };

struct TetPair {
    PlainTet a;
    PlainTet b;
};

/// Sizes from 1 mm to 100 m, up to ten times apart; one in four is flat; half of the pairs lie
/// kilometres from the origin; any set of surface faces.
TetPair random_pair(Random& random, Placement placement);

/// What the kernels see of it.
PosedTet posed(const PlainTet& tet);

/// Edges and vertices that lie in the given faces.
TetSurface surface_of_faces(int faces);

}  // namespace touchstone::testing
