#pragma once

#include <random>

#include "generators/plain/tet.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone::testing {

using plain::PlainTet;

/// A source of the same numbers with every standard library.
class Random {
 public:
    explicit Random(unsigned seed) : engine_(seed) {}

    double uniform(double low, double high);
    double power_of_ten(double low, double high);  ///< draws 10^x with x uniform
    int below(int count);
    Vec3 in_unit_ball();

 private:
    std::mt19937_64 engine_;
};

/// The placements of two random tets.
enum class Placement { Overlapping, NearlyTouching, ParallelEdges, Far };

struct TetPair {
    PlainTet a;
    PlainTet b;
};

/// Draws tets of sizes from 1 mm to 100 m, up to ten times apart; one in four is flat; half of the
/// pairs lie kilometres from the origin; any set of faces may be on the surface.
TetPair random_pair(Random& random, Placement placement);

/// Presses a tet to a share of its thickness in a random direction.
void flatten(PlainTet& tet, double thickness, Random& random);

/// Prepares a tet for kernels.
PosedTet posed(const PlainTet& tet);

/// Returns the edges and vertices of the given faces.
TetSurface surface_of_faces(int faces);

}  // namespace touchstone::testing
