#pragma once

#include <span>
#include <vector>

#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/barrier_state.h"

// The stiffness of the barrier between two bodies, and when it changes. For the two searches alone.

namespace touchstone {

/// The stiffnesses of pairs of bodies during a time step.
class StiffnessList {
 public:
    /// Begins with the stiffnesses of the state. Both arguments must outlive the list.
    StiffnessList(const BarrierState& state, const BarrierSettings& settings);

    /// Returns the entry of two bodies; makes it when there is none yet.
    PairStiffness& of(int a, int b);
    /// Returns true when there is an entry of two bodies.
    bool contains(int a, int b) const;

    /// Sets the κ of new entries [J], clamped to what BarrierStiffness::SceneSized allows.
    void set_start(double stiffness);

    /// Doubles the stiffness of two bodies at this distance [m] when it is too small, smaller than
    /// when it last was, and κ below its limit. Returns true when κ rose. Bodies that already
    /// separate keep theirs: a stiffer barrier would throw them apart. `slow`: true where near
    /// bodies slow the search, which makes ten times the distance too small.
    bool raise(int a, int b, double distance, bool slow);
    /// Calls `raise` for all bodies near each other. Returns true when a stiffness rose.
    bool raise_all(std::span<const NearBodies> near, bool slow);

    /// Returns the entry of two bodies for the next time step, from their distance at the end of
    /// this one [m].
    PairStiffness next(int a, int b, double distance);
    /// Returns the entries of all bodies near each other for the next time step. Those of bodies
    /// without pairs begin anew when they come near again.
    std::vector<PairStiffness> next_all(std::span<const NearBodies> near);

 private:
    double least_start(int a, int b) const;
    bool is_nearer(int a, int b, double distance);

    /// The distance of two bodies when it was last too small.
    struct TooNear {
        int a = -1;
        int b = -1;
        double distance = kUnset;  ///< [m]
    };

    const BarrierState& state_;
    const BarrierSettings& settings_;
    std::vector<PairStiffness> entries_;  ///< stiffnesses by a, then b
    std::vector<TooNear> too_near_;       ///< distances by a, then b
    double start_ = 0.0;                  ///< least κ of new entries [J]
};

}  // namespace touchstone
