#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generators/method_list.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "testcases/motion/mover.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// A scene in motion by the barrier solver. Bodies that touch would have an infinite energy, so
/// their surfaces, but those of thin obstacles, are moved in by half of y d̂ each; masses, poses and
/// what is drawn keep the authored surface, and separations count from it.
class BarrierMotion : public Mover {
 public:
    /// Throws Error for bodies that overlap, naming them, and UsageError for impossible settings
    /// and for scripts that lead too far in a step.
    explicit BarrierMotion(const MotionRequest& request);

    void begin(const std::vector<RigidBody>& bodies, StepRecord& record) const override;

    /// Takes a step. The barrier's own contacts and poses are those at its end; another method's
    /// stay as they are, with impulses of 0. A sweep of its solve is a Newton step. Throws Error
    /// when the search for the step's minimum fails, and then keeps the state.
    void take(StepRecord& record, std::vector<RigidBody>& bodies,
              const StepContacts& last) override;

    /// Returns true for a simulation with the barrier's own contacts.
    bool brings_contacts() const override { return brings_contacts_; }

    void resume_after(const StepRecord& record) override;
    ElasticRest elastic_rest() const override;
    std::string warning() const override;

 private:
    StepRecord step(int number, std::vector<RigidBody>& bodies);

    const StudyScene* scene_;
    SolverSettings solver_;
    bool brings_contacts_;
    BarrierSettings settings_;
    BarrierState state_;
    double largest_strain_ = 0.0;  ///< of all steps [-]
    int strained_body_ = -1;       ///< body with that strain
};

/// Returns the method whose contacts are those of the barrier.
std::string barrier_method(const MethodList& methods);
/// Returns the setting that chooses the barrier for simulations with a method.
std::string barrier_choice(std::string_view generator_id);
/// Returns true when settings choose it.
bool is_barrier_chosen(const StudySettings& settings, const std::string& generator_id);
/// Starts a motion by it.
std::shared_ptr<Mover> make_barrier_motion(const MotionRequest& request);

}  // namespace touchstone
