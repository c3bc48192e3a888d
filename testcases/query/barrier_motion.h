#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generators/settings.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/simulation.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// Returns the settings of the barrier when these ask for a motion by it in simulations with this
/// generator; null when the proximal solver moves the bodies.
const MethodSettings* find_barrier_settings(const StudySettings& settings,
                                            const std::string& generator_id);

/// A scene in motion by the barrier solver. Bodies that touch would have an infinite energy, so
/// their surfaces are moved in by half of y d̂ each; masses, poses and what is drawn keep the
/// authored surface, and separations count from it.
class BarrierMotion {
 public:
    /// Throws Error for bodies that overlap, naming them, and UsageError for impossible settings
    /// and for scripts that lead too far in a step. `scene` must outlive this object.
    BarrierMotion(const StudyScene& scene, const std::vector<RigidBody>& bodies,
                  const MethodSettings& settings, const SolverSettings& solver);

    /// Takes the step of that number, and moves the bodies. The record's contacts and poses are
    /// those at its end; a sweep of its solve is a Newton step. Throws Error when the search for
    /// the step's minimum fails, and then keeps the state.
    StepRecord step(int number, std::vector<RigidBody>& bodies);

    /// Returns false for elastic bodies under Newmark's rule: recordings lack the accelerations.
    bool can_resume() const;

    /// Goes on from the end of a step. Throws Error when it is none of this scene, and when it
    /// cannot.
    void restore(const BarrierMemory& memory);

    /// Returns the elastic bodies without strain.
    ElasticRest elastic_rest() const;

    /// Returns what is to be known about the motion so far, in words; empty: nothing.
    std::string warning() const;

 private:
    const StudyScene* scene_;
    BarrierSettings settings_;
    BarrierState state_;
    double largest_strain_ = 0.0;  ///< of all steps [-]
    int strained_body_ = -1;       ///< body with that strain
};

}  // namespace touchstone
