#pragma once

#include <array>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

// What a motion by the barrier needs to be gone on from, bit for bit, beside its scene and
// settings: poses and velocities of rigid bodies leave out how bodies are strained.

/// The stiffness of the barrier between two bodies.
struct PairStiffness {
    int a = -1;
    int b = -1;
    double stiffness = kUnset;  ///< κ [J]
    double start = kUnset;      ///< κ₀ [J]
};

/// One body's unknowns.
struct AffineMemory {
    std::array<double, 12> placement{};  ///< q, from the motion's origin
    std::array<double, 12> velocity{};   ///< q̇
};

/// One elastic body's unknowns, by vertex of its tets.
struct ElasticMemory {
    std::vector<Vec3> places;      ///< from the motion's origin [m]
    std::vector<Vec3> velocities;  ///< world frame [m/s]
};

/// The state at the end of a step.
struct BarrierMemory {
    std::vector<AffineMemory> bodies;        ///< by body of the scene
    std::vector<PairStiffness> stiffnesses;  ///< of bodies that are near each other, by a, then b
    std::vector<ElasticMemory> elastic;      ///< by body, an affine one's is empty; empty: all are
};

}  // namespace touchstone
