#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

// What a simulation by the barrier solver needs to be continued bit for bit, beside its scene and
// settings. Poses and velocities of rigid bodies would leave out how bodies are strained.

/// The stiffness of the barrier between two bodies, or between a body and itself.
struct PairStiffness {
    int a = -1;                 ///< body with the lower number
    int b = -1;                 ///< the other body, or the same
    double stiffness = kUnset;  ///< κ [J]
    double start = kUnset;      ///< κ₀, around which κ may change [J]
};

/// The unknowns of one affine body.
struct AffineMemory {
    std::array<double, 12> placement{};  ///< q, its translation from BarrierState::origin
    std::array<double, 12> velocity{};   ///< q̇
};

/// The unknowns of one elastic body, by vertex of its tets.
struct ElasticMemory {
    std::vector<Vec3> places;              ///< positions from BarrierState::origin [m]
    std::vector<Vec3> velocities;          ///< world frame [m/s]
    std::vector<Vec3> accelerations = {};  ///< world frame, under Newmark's rule; else empty [m/s²]
};

/// The state of all bodies at the end of a step.
struct BarrierMemory {
    std::vector<AffineMemory> bodies;        ///< placements and velocities, by body of the scene
    std::vector<PairStiffness> stiffnesses;  ///< entries of bodies that are near each other, by a,
                                             ///< then b
    std::vector<ElasticMemory> elastic;  ///< vertices by body, none of an affine one; empty: all
                                         ///< are affine
};

}  // namespace touchstone
