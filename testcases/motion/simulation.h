#pragma once

#include <memory>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/motion/mover.h"
#include "testcases/motion/solver.h"
#include "testcases/motion/step_record.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// A change of the start of a run from the placement in the case.
struct StartChange {
    Vec3 shift = Vec3::Zero();               ///< displacement of all bodies [m]
    int body = -1;                           ///< body with another position; -1: none
    Vec3 position = Vec3::Constant(kUnset);  ///< translation of that body's world_from_shape [m]
    bool first_look =
        true;  ///< true: what meets before the first query is looked for at the start,
               ///< see Mover::unseen_time; false: bodies reach it as they begin
};

/// Makes the bodies at their start, with the mass of their solids before any erosion. Throws Error
/// for a body without a usable mass or state, naming it.
std::vector<RigidBody> make_rigid_bodies(const StudyScene& scene, const StartChange& change = {});

/// A scene in motion with the contacts of one generator, by the solver that the settings choose.
/// Where the barrier moves the bodies, those of another generator are found and recorded, but move
/// nothing: their impulses are 0.
class Simulation {
 public:
    /// Starts a simulation. `scene` must have been made for the generator with the same settings,
    /// and outlive this object. Throws the errors of make_rigid_bodies, and UsageError for
    /// impossible solver settings and for a body that would move by more than 2³² of its sizes, or
    /// turn by more than 2³² radians (by a script 1), in a step, and for a solver that takes no
    /// contacts of methods.
    Simulation(const StudyScene& scene, const std::string& generator_id,
               const StudySettings& settings, const StartChange& change = {});

    /// Takes one step: finds contacts, solves for them, moves the bodies. Throws the errors of
    /// `touchstone::step`, and UsageError for an elastic body that the barrier does not move; then
    /// keeps its state.
    StepRecord step();

    /// Finds the contacts of the coming step, without taking it.
    SceneQuery query() const;

    /// Continues after a recorded step, exactly as if it had just been taken. Throws Error for a
    /// step that does not hold what a motion by the barrier needs.
    void resume_after(const StepRecord& record);

    /// Returns the elastic bodies without strain; without bodies when none moves as such.
    ElasticRest elastic_rest() const;

    /// Returns what is to be known about the motion so far, in words; empty: nothing.
    std::string warning() const;

    /// Returns the number of finished steps.
    int steps() const { return steps_; }
    /// Returns the scene it was started with.
    const StudyScene& scene() const { return *scene_; }
    /// Returns the solver that moves the bodies.
    const Solver& moved_by() const { return *mover_kind_; }
    /// Returns the settings of the solver.
    const SolverSettings& solver() const { return solver_; }
    /// Returns the bodies in their present state.
    const std::vector<RigidBody>& bodies() const { return bodies_; }

 private:
    std::vector<ContactPoint> contacts_at(std::span<const Pose> poses, double time,
                                          DetectionMemory* memory = nullptr) const;
    void look_first();

    const StudyScene* scene_;
    std::shared_ptr<const Generator> generator_;
    MethodSettings generator_settings_;
    SolverSettings solver_;
    std::vector<RigidBody> bodies_;
    StepContacts last_;       ///< of the last step; before the first one of the look at the start
    DetectionMemory memory_;  ///< what finding contacts keeps from step to step
    int steps_ = 0;
    const Solver* mover_kind_ = nullptr;
    std::shared_ptr<Mover> mover_;
};

/// Returns the contacts of the scene's query with that number, counted from 1, from a changed
/// start. The first one is at the scene's pose, reached without a look at the start; each later one
/// follows one more step of the simulation.
SceneQuery query_scene(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int query, const StartChange& change = {});

}  // namespace touchstone
