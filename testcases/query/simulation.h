#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/time_step.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// How long the stages of a step took [s].
struct StageTimes {
    double detection = 0.0;  ///< moving the meshes and finding the contacts
    double solve = 0.0;      ///< the contact solve and moving the bodies
};

/// One finished step. Everything but `times` is the same for every run.
struct StepRecord {
    int step = 0;                          ///< counted from 1; its contacts are query `step`
    double time = 0.0;                     ///< at its end [s]
    std::vector<BodyState> bodies;         ///< at its end, one per body of the case
    std::vector<Pose> query_poses;         ///< world_from_shape at which the contacts were found
    std::vector<ContactPoint> contacts;    ///< world frame
    std::vector<ContactImpulse> impulses;  ///< one per contact
    SolveReport solve;
    Energy energy;  ///< at its end
    StageTimes times;
};

/// In what the start of a run differs from the placement that the case states.
struct StartChange {
    Vec3 shift = Vec3::Zero();               ///< of all bodies [m]
    int body = -1;                           ///< the one that is elsewhere; -1: none
    Vec3 position = Vec3::Constant(kUnset);  ///< its world_from_shape's translation [m]
};

/// The bodies at their start, with the mass of their solids as they are before any erosion. Throws
/// Error for a body without a usable mass or state, naming it.
std::vector<RigidBody> make_rigid_bodies(const StudyScene& scene, const StartChange& change = {});

/// A scene in motion under the contacts of one generator.
class Simulation {
 public:
    /// `scene` must have been made for the generator with the same settings, and outlive this.
    /// Throws what make_rigid_bodies throws, and UsageError for impossible solver settings.
    Simulation(const StudyScene& scene, const std::string& generator_id,
               const StudySettings& settings, const StartChange& change = {});

    /// Finds contacts, solves, moves. Throws what `touchstone::step` throws; the state stays.
    StepRecord step();

    /// The contacts of the coming step, without taking it.
    SceneQuery query() const;

    /// Goes on from a recorded step, exactly as if it had just been taken.
    void resume_after(const StepRecord& record);

    int steps() const { return steps_; }  ///< finished
    const StudyScene& scene() const { return *scene_; }
    const SolverSettings& solver() const { return solver_; }
    const std::vector<RigidBody>& bodies() const { return bodies_; }

 private:
    std::vector<ContactPoint> contacts_at(std::span<const Pose> poses) const;

    const StudyScene* scene_;
    std::shared_ptr<const Generator> generator_;
    MethodSettings generator_settings_;
    SolverSettings solver_;
    std::vector<RigidBody> bodies_;
    std::vector<ContactPoint> last_contacts_;  ///< for a warm start
    std::vector<ContactImpulse> last_impulses_;
    int steps_ = 0;
};

/// The contacts of the scene's query of that number, counted from 1, from the start so changed. The
/// first one is at the scene's pose; each later one after one more
/// step of the simulation.
SceneQuery query_scene(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int query, const StartChange& change = {});

}  // namespace touchstone
