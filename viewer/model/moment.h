#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"
#include "viewer/model/scene_geometry.h"

namespace touchstone::viewer {

/// The velocity of a body.
struct BodyMotion {
    Vec3 linear = Vec3::Zero();   ///< velocity of the centre of mass, world frame [m/s]
    Vec3 angular = Vec3::Zero();  ///< angular velocity, world frame [rad/s]
};

/// The state at one step: the placement of the bodies, the contacts found there, and their
/// judgement.
struct Moment {
    int step = 0;           ///< 0: the scene as given; otherwise the step with these contacts
    double time = 0.0;      ///< time at the end of that step [s]
    std::string generator;  ///< id of the generator of the contacts
    std::vector<Pose> world_from_shape;  ///< pose of each body's shape at
                                         ///< which the contacts were found
    std::vector<BodyMotion> motions;     ///< velocity of each body in the query
    std::vector<ContactPoint> contacts;
    Reference truth;  ///< reference of the scene, with the computed answers for these poses
    Judgement judgement;
    std::optional<StepRecord> record;            ///< nothing at step 0
    std::shared_ptr<const ElasticRest> elastic;  ///< elastic bodies without strain; null: none
    double strain_key_end = 0.0;  ///< end of the key of strains for the whole motion; 0: unknown
};

/// Returns the geometry of the scene with its elastic bodies as they are deformed; nothing without
/// such bodies. `setups`: the scene's bodies.
std::optional<SceneGeometry> deformed_geometry(const Moment& moment,
                                               const SceneGeometry& undeformed,
                                               std::span<const BodySetup> setups);

/// Makes the state of the scene at its own query, before any motion. `scene` must have been made
/// for the generator with the same settings.
Moment make_first_moment(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings);

/// Fills in `generator`, `truth` and `judgement` for the contacts and poses that are set.
void judge_moment(Moment& moment, const StudyScene& scene, const std::string& generator_id,
                  const StudySettings& settings);

/// Makes the state of a finished step. `before`: the bodies at its start.
Moment make_moment(const StudyScene& scene, const std::string& generator_id,
                   const StudySettings& settings, StepRecord record,
                   std::span<const RigidBody> before);

/// Returns the velocities of bodies.
std::vector<BodyMotion> motions_of(std::span<const RigidBody> bodies);

}  // namespace touchstone::viewer
