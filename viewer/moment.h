#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testcases/simulation.h"
#include "testcases/study_scene.h"
#include "testcases/study_settings.h"

namespace touchstone {

/// What there is to see at one time: where the bodies are, the contacts found there, and what of
/// them is right.
struct Moment {
    int step = 0;       ///< 0: the scene as stated; else the step that found these contacts
    double time = 0.0;  ///< at the end of that step [s]
    std::vector<Pose> world_from_shape;  ///< per body, where the contacts were found
    std::vector<ContactPoint> contacts;
    Reference truth;  ///< the scene's, with what is to be computed for these places
    Judgement judgement;
    std::optional<StepRecord> record;  ///< nothing at step 0
};

/// The scene at its own query, before anything has moved. `scene` must have been made for the
/// generator with the same settings.
Moment make_first_moment(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings);

/// Fills in `truth` and `judgement` of the contacts and places that the moment has.
void judge_moment(Moment& moment, const StudyScene& scene, const std::string& generator_id,
                  const StudySettings& settings);

/// A finished step.
Moment make_moment(const StudyScene& scene, const std::string& generator_id,
                   const StudySettings& settings, StepRecord record);

}  // namespace touchstone
