#include "reports/writers/provenance_json.h"

#include <ostream>

#include "testcases/settings/shared_owner.h"

namespace touchstone::reports {

namespace {

using Json = nlohmann::ordered_json;

Json settings_json(const Provenance& provenance) {
    Json settings{{"profile", profile_id(provenance.profile)},
                  {"pose", provenance.pose ? Json(pose_id(*provenance.pose)) : Json("case")},
                  {"query", provenance.query},
                  {"jitter", provenance.jitter}};
    Json generators = Json::object();
    for (const SettingsSection& section : provenance.sections) {
        Json values = Json::object();
        for (const OptionValue& value : section.values) {
            values[std::string(value.id)] = value.value;
        }
        const bool of_generator = !is_shared_owner(section.owner);
        (of_generator ? generators[section.owner] : settings[section.owner]) = values;
    }
    settings["generators"] = generators;
    return settings;
}

}  // namespace

Json document_head(const char* schema, const Provenance& provenance) {
    return {{"schema", schema},
            {"version", provenance.version},
            {"commit", provenance.commit},
            {"settings", settings_json(provenance)}};
}

void write_document(std::ostream& out, const Json& document) {
    // Control characters become \u escapes; bytes that are not UTF-8 become U+FFFD.
    out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace touchstone::reports
