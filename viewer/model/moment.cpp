#include "viewer/model/moment.h"

#include <algorithm>
#include <utility>

#include "testcases/study/scene_judgement.h"

namespace touchstone::viewer {

void judge_moment(Moment& moment, const StudyScene& scene, const std::string& generator_id,
                  const StudySettings& settings) {
    moment.generator = generator_id;
    moment.truth = truth_at(scene, moment.world_from_shape);
    moment.judgement =
        judge(moment.contacts, moment.truth, scene_judging(scene, settings, generator_id));
}

Moment make_first_moment(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings) {
    SceneQuery query = query_scene(scene, generator_id, settings, 1);
    Moment moment;
    moment.world_from_shape = std::move(query.world_from_shape);
    moment.contacts = std::move(query.contacts);
    for (const BodySetup& body : scene.test_case.bodies) {
        moment.motions.push_back({body.linear_velocity, body.angular_velocity});
    }
    judge_moment(moment, scene, generator_id, settings);
    return moment;
}

Moment make_moment(const StudyScene& scene, const std::string& generator_id,
                   const StudySettings& settings, StepRecord record,
                   std::span<const RigidBody> before) {
    Moment moment;
    moment.step = record.step;
    moment.time = record.time;
    moment.world_from_shape = record.query_poses;
    moment.contacts = record.contacts;
    moment.motions = motions_of(before);
    judge_moment(moment, scene, generator_id, settings);
    moment.record = std::move(record);
    return moment;
}

std::optional<SceneGeometry> deformed_geometry(const Moment& moment,
                                               const SceneGeometry& undeformed,
                                               std::span<const BodySetup> setups) {
    if (!moment.elastic) {
        return std::nullopt;
    }
    // The contacts may have been found at other poses than those at the end of the step, where the
    // vertices are: they are drawn moved along.
    std::vector<Pose> frames = moment.world_from_shape;
    for (std::size_t i = 0; moment.record && i < frames.size(); ++i) {
        frames[i] = moment.record->bodies[i].world_from_body;
    }
    const StepRecord* const record = moment.record ? &*moment.record : nullptr;
    SceneGeometry geometry = make_deformed_geometry(
        undeformed, deformed_surfaces(*moment.elastic, setups, record, frames), frames);
    geometry.strain_key_end = std::max(geometry.strain_key_end, moment.strain_key_end);
    return geometry;
}

std::vector<BodyMotion> motions_of(std::span<const RigidBody> bodies) {
    std::vector<BodyMotion> motions;
    for (const RigidBody& body : bodies) {
        motions.push_back({body.state.linear_velocity, body.state.angular_velocity});
    }
    return motions;
}

}  // namespace touchstone::viewer
