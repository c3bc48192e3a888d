#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/query/simulation.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::viewer {

/// How a body moves.
struct BodyMotion {
    Vec3 linear = Vec3::Zero();   ///< of the centre of mass, world frame [m/s]
    Vec3 angular = Vec3::Zero();  ///< world frame [rad/s]
};

/// What there is to see at one time: where the bodies are, the contacts found there, and what of
/// them is right.
struct Moment {
    int step = 0;           ///< 0: the scene as stated; else the step that found these contacts
    double time = 0.0;      ///< at the end of that step [s]
    std::string generator;  ///< id, of who found the contacts
    std::vector<Pose> world_from_shape;  ///< per body, where the contacts were found
    std::vector<BodyMotion> motions;     ///< per body, as the generator was told
    std::vector<ContactPoint> contacts;
    Reference truth;  ///< the scene's, with what is to be computed for these places
    Judgement judgement;
    std::optional<StepRecord> record;  ///< nothing at step 0
};

/// The scene at its own query, before anything has moved. `scene` must have been made for the
/// generator with the same settings.
Moment make_first_moment(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings);

/// Fills in `generator`, `truth` and `judgement` for the contacts and places that the moment has.
void judge_moment(Moment& moment, const StudyScene& scene, const std::string& generator_id,
                  const StudySettings& settings);

/// A finished step. `before`: the bodies as they were when it began.
Moment make_moment(const StudyScene& scene, const std::string& generator_id,
                   const StudySettings& settings, StepRecord record,
                   std::span<const RigidBody> before);

std::vector<BodyMotion> motions_of(std::span<const RigidBody> bodies);

}  // namespace touchstone::viewer
