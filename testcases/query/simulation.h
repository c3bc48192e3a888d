#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "methods/contact/contact_point.h"
#include "methods/elastic/elastic_tets.h"
#include "rigid_solver/barrier/barrier_memory.h"
#include "rigid_solver/proximal/time_step.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

class BarrierMotion;
class MotionBound;

/// Durations of the stages of a step [s].
struct StageTimes {
    double detection = 0.0;  ///< moving the meshes and finding the contacts
    double solve = 0.0;      ///< solving for the contacts and moving the bodies
    double bound = 0.0;      ///< bounding the motions by first contacts; 0 without StepBound::Ccd
};

/// A body's motion that ended at another body, see MotionBound.
struct StepStop {
    int body_a = -1;  ///< lower of the two body numbers
    int body_b = -1;
    double share = 1.0;  ///< time at which they met, as a share of the step, in [0, 1]
};

/// One finished step. Everything but `times` is the same in every run.
struct StepRecord {
    int step = 0;       ///< number of the step, from 1; its contacts are those of query `step`
    double time = 0.0;  ///< time at the end of the step [s]
    std::vector<BodyState> bodies;         ///< states at the end of the step, by body of the case
    std::vector<Pose> query_poses;         ///< world_from_shape at which the
                                           ///< contacts were found, by body
    std::vector<ContactPoint> contacts;    ///< contacts in world frame
    std::vector<ContactImpulse> impulses;  ///< impulse of each contact
    SolveReport solve;
    Energy energy;                ///< energy at the end of the step
    std::vector<StepStop> stops;  ///< motions that ended at another body, in the order of time
    int stop_contacts = 0;        ///< contacts that stand for those the generator lacks; without
                                  ///< features, behind those of the same bodies
    StageTimes times;
    std::optional<Deformation> deformation;  ///< the worst of elastic bodies; nothing without any
    std::optional<BarrierMemory> barrier;  ///< what a motion by the barrier goes on from; nothing:
                                           ///< it was none
};

/// A change of the start of a run from the placement in the case.
struct StartChange {
    Vec3 shift = Vec3::Zero();               ///< displacement of all bodies [m]
    int body = -1;                           ///< body with another position; -1: none
    Vec3 position = Vec3::Constant(kUnset);  ///< translation of that body's world_from_shape [m]
};

/// Makes the bodies at their start, with the mass of their solids before any erosion. Throws Error
/// for a body without a usable mass or state, naming it.
std::vector<RigidBody> make_rigid_bodies(const StudyScene& scene, const StartChange& change = {});

/// A scene in motion with the contacts of one generator. Where the barrier moves the bodies, those
/// of another generator are found and recorded, but move nothing: their impulses are 0.
class Simulation {
 public:
    /// Starts a simulation. `scene` must have been made for the generator with the same settings,
    /// and outlive this object. Throws the errors of make_rigid_bodies, and UsageError for
    /// impossible solver settings and for a body that would move by more than 2³² of its sizes, or
    /// turn by more than 2³² radians (by a script 1), in a step.
    Simulation(const StudyScene& scene, const std::string& generator_id,
               const StudySettings& settings, const StartChange& change = {});

    /// Takes one step: finds contacts, solves for them, moves the bodies. Throws the errors of
    /// `touchstone::step`, and UsageError for an elastic body that the barrier does not move; then
    /// keeps its state.
    StepRecord step();

    /// Finds the contacts of the coming step, without taking it.
    SceneQuery query() const;

    /// Returns false for a motion that no recording holds enough of to go on from.
    bool can_resume() const;

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
    /// Returns the settings of the solver.
    const SolverSettings& solver() const { return solver_; }
    /// Returns the bodies in their present state.
    const std::vector<RigidBody>& bodies() const { return bodies_; }

 private:
    std::vector<ContactPoint> contacts_at(std::span<const Pose> poses) const;
    void bound_query_poses(StepRecord& record) const;
    StepReport move_bodies(StepRecord& record);
    StepReport take_step(const StepRecord& record);
    StepRecord barrier_step();

    const StudyScene* scene_;
    std::shared_ptr<const Generator> generator_;
    MethodSettings generator_settings_;
    SolverSettings solver_;
    std::vector<RigidBody> bodies_;
    std::vector<ContactPoint> last_contacts_;  ///< contacts of the last step
    std::vector<ContactImpulse> last_impulses_;
    int steps_ = 0;
    std::shared_ptr<BarrierMotion> barrier_;  ///< mover of the bodies in place of the solver; null:
                                              ///< the solver moves them
    bool brings_contacts_ = false;            ///< true: recorded contacts are the barrier's own
    std::shared_ptr<const MotionBound> bound_;  ///< bound of the motions; null: they are not
                                                ///< bounded
};

/// Returns the contacts of the scene's query with that number, counted from 1, from a changed
/// start. The first one is at the scene's pose; each later one follows one more step of the
/// simulation.
SceneQuery query_scene(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int query, const StartChange& change = {});

}  // namespace touchstone
