#pragma once

#include <span>
#include <vector>

#include "rigid_solver/barrier/barrier_step.h"

// How stiff the barrier between two bodies is, and when that changes. Private to the search.

namespace touchstone {

/// The stiffnesses of pairs of bodies in a step.
class StiffnessList {
 public:
    StiffnessList(const BarrierState& state, const BarrierSettings& settings);

    /// Returns the entry of two bodies, made when it is asked for first.
    PairStiffness& of(int a, int b);
    bool contains(int a, int b) const;

    /// Sets what new entries begin with, as far as the rule lets it.
    void set_start(double stiffness);

    /// Doubles the stiffness of two bodies that are that near each other, when this is too near,
    /// nearer than when it was last too near, and it may rise. Returns true when it did. Bodies on
    /// their way apart again would be thrown off by more and more. `slow`: whether nearness slows
    /// the search, which makes ten times the distance too near.
    bool raise(int a, int b, double distance, bool slow);
    /// The same for all bodies near each other. Returns true when one rose.
    bool raise_all(std::span<const NearBodies> near, bool slow);

    /// Returns the entry for the next step, for bodies that are that near each other at the end of
    /// this one.
    PairStiffness next(int a, int b, double distance);

 private:
    double least_start(int a, int b) const;
    bool is_nearer(int a, int b, double distance);

    /// How near two bodies were when they were last too near.
    struct TooNear {
        int a = -1;
        int b = -1;
        double distance = kUnset;  ///< [m]
    };

    const BarrierState& state_;
    const BarrierSettings& settings_;
    std::vector<PairStiffness> entries_;  ///< by a, then b
    std::vector<TooNear> too_near_;       ///< by a, then b
    double start_ = 0.0;                  ///< [J]
};

}  // namespace touchstone
