#pragma once

#include <vector>

#include "generators/settings.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "testcases/query/simulation.h"

namespace touchstone {

/// Returns true when these are settings of the barrier that ask for motion by it.
bool is_moved_by_barrier(const MethodSettings& settings);

/// A scene in motion by the barrier solver. Bodies that touch would have an infinite energy, so
/// their surfaces are moved in by half of y d̂ each; masses, poses and what is drawn keep the
/// authored surface, and separations count from it.
class BarrierMotion {
 public:
    /// Throws Error for bodies that overlap, naming them, and UsageError for impossible settings.
    /// `scene` must outlive this object.
    BarrierMotion(const StudyScene& scene, const std::vector<RigidBody>& bodies,
                  const MethodSettings& settings, const SolverSettings& solver);

    /// Takes the step of that number, and moves the bodies. The record's contacts and poses are
    /// those at its end; a sweep of its solve is a Newton step. Throws Error when the search for
    /// the step's minimum fails, and then keeps the state.
    StepRecord step(int number, std::vector<RigidBody>& bodies);

 private:
    const StudyScene* scene_;
    BarrierSettings settings_;
    BarrierState state_;
};

}  // namespace touchstone
