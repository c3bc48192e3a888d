#include "viewer/moment.h"

#include <utility>

namespace touchstone {
namespace {

Judgement judge_contacts(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings, std::span<const ContactPoint> contacts) {
    return judge(contacts, scene.test_case.reference,
                 judge_options(settings, generator_id, scene.two_points));
}

}  // namespace

Moment make_first_moment(const StudyScene& scene, const std::string& generator_id,
                         const StudySettings& settings) {
    SceneQuery query = query_scene(scene, generator_id, settings, 1);
    Moment moment;
    moment.world_from_shape = std::move(query.world_from_shape);
    moment.contacts = std::move(query.contacts);
    moment.judgement = judge_contacts(scene, generator_id, settings, moment.contacts);
    return moment;
}

Moment make_moment(const StudyScene& scene, const std::string& generator_id,
                   const StudySettings& settings, StepRecord record) {
    Moment moment;
    moment.step = record.step;
    moment.time = record.time;
    moment.world_from_shape = record.query_poses;
    moment.contacts = record.contacts;
    moment.judgement = judge_contacts(scene, generator_id, settings, moment.contacts);
    moment.record = std::move(record);
    return moment;
}

}  // namespace touchstone
