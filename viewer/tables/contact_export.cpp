#include "viewer/tables/contact_export.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "methods/base/csv_text.h"
#include "methods/base/number_text.h"

namespace touchstone::viewer {
namespace {

using Json = nlohmann::ordered_json;

/// Returns null for what is not known: JSON has no other numbers.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value + 0.0) : Json(); }

Json to_json(const Vec3& vector) {
    Json parts = Json::array();
    for (const double part : vector) {
        parts.push_back(number_or_null(part));
    }
    return parts;
}

Json to_json(const Feature& feature) {
    constexpr std::array<const char*, 4> kTypes{"vertex", "edge", "face", "tet"};
    const auto type = static_cast<std::size_t>(feature.type);
    if (feature.vertices[0] < 0) {
        return {};
    }
    Json vertices = Json::array();
    for (std::size_t i = 0; i <= type; ++i) {
        vertices.push_back(feature.vertices[i]);
    }
    return {{"type", kTypes[type]}, {"vertices", std::move(vertices)}};
}

}  // namespace

std::string contacts_csv(const Moment& moment, std::span<const BodySetup> bodies,
                         std::span<const int> contacts) {
    std::string text = "contact,body_a,body_b,verdict,x,y,z,nx,ny,nz,separation,angle\n";
    for (const int i : contacts) {
        const ContactPoint& point = moment.contacts[i];
        const Verdict& verdict = moment.judgement.verdicts[i];
        text += std::to_string(i) + "," + csv_field(bodies[point.body_a].name) + "," +
                csv_field(bodies[point.body_b].name) + "," + verdict_id(verdict.kind);
        for (const Vec3& vector : {point.position, point.normal}) {
            for (const double part : vector) {
                text += "," + shortest(part);
            }
        }
        text += "," + shortest(point.separation) + ",";
        text += (std::isnan(verdict.angle) ? "" : shortest(verdict.angle)) + "\n";
    }
    return text;
}

std::string contact_json(const Moment& moment, const TestCase& scene, int contact) {
    const ContactPoint& point = moment.contacts[contact];
    const Verdict& verdict = moment.judgement.verdicts[contact];
    Json json;
    json["scene"] = scene.id;
    json["generator"] = moment.generator;
    json["step"] = moment.step;
    json["contact"] = contact;
    json["body_a"] = scene.bodies[point.body_a].name;
    json["body_b"] = scene.bodies[point.body_b].name;
    json["position"] = to_json(point.position);
    json["normal"] = to_json(point.normal);
    json["separation"] = number_or_null(point.separation);
    json["feature_a"] = to_json(point.feature_a);
    json["feature_b"] = to_json(point.feature_b);
    json["verdict"] = verdict_id(verdict.kind);
    json["angle"] = number_or_null(verdict.angle);
    if (moment.record && contact < std::ssize(moment.record->impulses)) {
        json["impulse"] = to_json(world_impulse(point, moment.record->impulses[contact]));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace touchstone::viewer
