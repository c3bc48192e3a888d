#pragma once

#include "methods/base/types.h"

namespace touchstone {

// The barrier of incremental potential contact, free of units. Li et al. [2020], Eq. (6), of
// squared distances: with y = d/d̂, s = y² and stiffness κ [J] the energy of a pair is κ B(s), and
// its normal force λ = (κ/d̂) φ(y).

/// The value and derivatives of B(s) = −(s − 1)² ln s, which is 0 from s = 1 on.
struct BarrierValue {
    double value = 0.0;   ///< B
    double first = 0.0;   ///< B′ = −2 (s − 1) ln s − (s − 1)²/s ≤ 0
    double second = 0.0;  ///< B″ = −2 ln s − 4 (s − 1)/s + (s − 1)²/s²
};
/// Returns B and its derivatives; infinite for s ≤ 0.
BarrierValue barrier_value(double s);

/// Returns φ(y) = −2y B′(y²): the force of a pair at distance y d̂, in units of κ/d̂.
double barrier_force(double y);

/// Returns the y in (0, 1) with φ(y) = force, for force > 0.
double barrier_distance(double force);

/// The factor that takes an edge–edge pair away where the edges become parallel, as a function of
/// c = |u × v|² of the edges' vectors. Li et al. [2020], Eq. (24): e = x (2 − x) with x = c/ε below
/// 1, else 1.
struct Mollifier {
    double value = 1.0;   ///< e
    double first = 0.0;   ///< e′ [1/m⁴]
    double second = 0.0;  ///< e″ [1/m⁸]
};
/// Returns e and its derivatives. `threshold`: ε > 0 [m⁴].
Mollifier mollifier(double cross_squared, double threshold);

/// Returns ε = 1e-3 |U|² |V|² of the edges at rest [m⁴].
double mollifier_threshold(const Vec3& rest_first, const Vec3& rest_second);

}  // namespace touchstone
