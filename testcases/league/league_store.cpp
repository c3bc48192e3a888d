#include "testcases/league/league_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "methods/base/sha256.h"
#include "testcases/files/json_document.h"
#include "testcases/files/json_optional.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kCellSchema = "touchstone-league-cell-1";
constexpr const char* kTrialSchema = "touchstone-league-trial-1";

OrderedJson vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Vec3 read_vector(const nlohmann::json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

/// JSON has no NaN: null stands for it.
double read_number(const nlohmann::json& json) {
    return json.is_null() ? kUnset : json.get<double>();
}

OrderedJson key_json(const LeagueKey& key) {
    OrderedJson settings = OrderedJson::array();
    for (const Assignment& assignment : key.settings) {
        settings.push_back(assignment.owner + "." + assignment.option + "=" + assignment.value);
    }
    const LeagueRow& row = key.row;
    return {{"version", key.origin.version},
            {"commit", key.origin.commit},
            {"row",
             {{"id", row.id},
              {"kind", row_kind_id(row.kind)},
              {"program", row.program},
              {"form", row.form},
              {"defaults", row.defaults},
              {"command", row.shown_command},
              {"version", row.version},
              {"settings", row.settings},
              {"precision", row.precision},
              {"claims", row.claims},
              {"source", row.source},
              {"not_installed", row.not_installed}}},
            {"case", key.case_name},
            {"case_digest", key.case_digest},
            {"settings", settings},
            {"steps", key.steps}};
}

OrderedJson figures_json(const CellFigures& figures) {
    return {{"contacts", figures.contacts},
            {"coverage", optional_json(figures.coverage)},
            {"quality", optional_json(figures.quality)},
            {"excess", optional_json(figures.excess)}};
}

CellFigures read_figures(const nlohmann::json& json) {
    return {.contacts = json.at("contacts").get<int>(),
            .coverage = read_optional<double>(json.at("coverage")),
            .quality = read_optional<double>(json.at("quality")),
            .excess = read_optional<double>(json.at("excess"))};
}

OrderedJson faults_json(const Faults& faults) {
    return {faults.wrong_contacts, faults.missed_normals, faults.misplaced,
            faults.wrong_separations, faults.wrong_areas};
}

Faults read_faults(const nlohmann::json& json) {
    return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
}

OrderedJson audit_json(const Audit& audit) {
    return {audit.not_finite, audit.not_unit, audit.outside_bounds, audit.too_deep,
            audit.duplicates};
}

Audit read_audit(const nlohmann::json& json) {
    return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
}

OrderedJson offender_json(const Offender& offender) {
    const ContactPoint& contact = offender.contact;
    return {{"index", offender.index},
            {"bodies", {contact.body_a, contact.body_b}},
            {"position", vector_json(contact.position)},
            {"normal", vector_json(contact.normal)},
            {"separation", contact.separation},
            {"verdict", static_cast<int>(offender.verdict.kind)},
            {"angle", offender.verdict.angle},
            {"well_placed", optional_json(offender.verdict.well_placed)},
            {"separation_in_range", optional_json(offender.verdict.separation_in_range)},
            {"outside", offender.outside}};
}

Offender read_offender(const nlohmann::json& json) {
    Offender offender;
    offender.index = json.at("index");
    offender.contact.body_a = json.at("bodies").at(0);
    offender.contact.body_b = json.at("bodies").at(1);
    offender.contact.position = read_vector(json.at("position"));
    offender.contact.normal = read_vector(json.at("normal"));
    offender.contact.separation = json.at("separation");
    const int kind = json.at("verdict");
    if (kind < 0 || kind >= kVerdictKinds) {
        throw FileError("damaged: there is no verdict " + std::to_string(kind));
    }
    offender.verdict.kind = static_cast<VerdictKind>(kind);
    offender.verdict.angle = read_number(json.at("angle"));
    offender.verdict.well_placed = read_optional<bool>(json.at("well_placed"));
    offender.verdict.separation_in_range = read_optional<bool>(json.at("separation_in_range"));
    offender.outside = json.at("outside");
    return offender;
}

OrderedJson cell_json(const LeagueCell& cell) {
    OrderedJson offenders = OrderedJson::array();
    for (const Offender& offender : cell.offenders) {
        offenders.push_back(offender_json(offender));
    }
    return {{"state", outcome_id(cell.outcome)},
            {"reason", cell.reason},
            {"figures", figures_json(cell.figures)},
            {"again", figures_json(cell.again)},
            {"repeatable", cell.repeatable},
            {"digest", cell.digest},
            {"correct", cell.correct},
            {"expected_normals", cell.expected_normals},
            {"met_normals", cell.met_normals},
            {"min_contacts", optional_json(cell.min_contacts)},
            {"faults", faults_json(cell.faults)},
            {"audit", audit_json(cell.audit)},
            {"positions", cell.positions},
            {"faulty_variants", cell.faulty_variants},
            {"unknown", cell.unknown},
            {"passes", optional_json(cell.passes)},
            {"bodies", cell.bodies},
            {"offenders", offenders},
            {"offender_count", cell.offender_count}};
}

LeagueCell read_cell(const nlohmann::json& json) {
    LeagueCell cell;
    cell.outcome = find_outcome(json.at("state").get<std::string>());
    cell.reason = json.at("reason");
    cell.figures = read_figures(json.at("figures"));
    cell.again = read_figures(json.at("again"));
    cell.repeatable = json.at("repeatable");
    cell.digest = json.at("digest");
    cell.correct = json.at("correct");
    cell.expected_normals = json.at("expected_normals");
    cell.met_normals = json.at("met_normals");
    cell.min_contacts = read_optional<int>(json.at("min_contacts"));
    cell.faults = read_faults(json.at("faults"));
    cell.audit = read_audit(json.at("audit"));
    cell.positions = json.at("positions");
    cell.faulty_variants = json.at("faulty_variants");
    cell.unknown = json.at("unknown");
    cell.passes = read_optional<bool>(json.at("passes"));
    cell.bodies = json.at("bodies").get<std::vector<std::string>>();
    for (const nlohmann::json& offender : json.at("offenders")) {
        cell.offenders.push_back(read_offender(offender));
    }
    cell.offender_count = json.at("offender_count");
    return cell;
}

OrderedJson trial_json(const MotionTrial& trial) {
    return {
        {"state", outcome_id(trial.outcome)},
        {"reason", trial.reason},
        {"end", trial_end_id(trial.end)},
        {"steps", trial.steps},
        {"drift", trial.drift},
        {"tilt", trial.tilt},
        {"kinetic", trial.kinetic},
        {"penetration", trial.penetration},
        {"contacts",
         {trial.contacts.mean, trial.contacts.min, trial.contacts.max, trial.contacts.deviation}},
        {"judged_steps", trial.judged_steps},
        {"judged_contacts", trial.judged_contacts},
        {"wrong_contacts", trial.wrong_contacts},
        {"steps_with_missed", trial.steps_with_missed},
        {"error", trial.error},
        {"repeatable", trial.repeatable},
        {"digest", trial.digest}};
}

MotionTrial read_trial(const nlohmann::json& json) {
    MotionTrial trial;
    trial.outcome = find_outcome(json.at("state").get<std::string>());
    trial.reason = json.at("reason");
    trial.end = find_trial_end(json.at("end").get<std::string>());
    trial.steps = json.at("steps");
    trial.drift = json.at("drift");
    trial.tilt = json.at("tilt");
    trial.kinetic = json.at("kinetic");
    trial.penetration = json.at("penetration");
    trial.contacts.mean = json.at("contacts").at(0);
    trial.contacts.min = json.at("contacts").at(1);
    trial.contacts.max = json.at("contacts").at(2);
    trial.contacts.deviation = json.at("contacts").at(3);
    trial.judged_steps = json.at("judged_steps");
    trial.judged_contacts = json.at("judged_contacts");
    trial.wrong_contacts = json.at("wrong_contacts");
    trial.steps_with_missed = json.at("steps_with_missed");
    trial.error = json.at("error");
    trial.repeatable = json.at("repeatable");
    trial.digest = json.at("digest");
    return trial;
}

/// A path or a command need not be UTF-8; what is not is replaced.
template <typename Value>
std::string dump(const Value& json, int indent = -1) {
    return json.dump(indent, ' ', false, Value::error_handler_t::replace);
}

/// Of the values, not of the text: blanks and the order of members do not matter.
std::string checksum(const nlohmann::json& key, const nlohmann::json& result,
                     const nlohmann::json& times) {
    return hex(sha256(dump(key) + dump(result) + dump(times)));
}

std::string document_text(const char* schema, const LeagueKey& key, const OrderedJson& result,
                          const OrderedJson& times) {
    const OrderedJson own_key = key_json(key);
    const OrderedJson document{
        {"schema", schema},
        {"key", own_key},
        {"result", result},
        {"times", times},
        {"checksum", checksum(nlohmann::json::parse(dump(own_key)), result, times)}};
    return dump(document, 1) + "\n";
}

/// The document, if it was made under that key.
std::optional<nlohmann::json> read_document(std::string_view text, const std::string& file_name,
                                            const char* schema, const LeagueKey& key) {
    nlohmann::json document = parse_json(text, file_name).value;
    if (document.at("schema") != schema) {
        return std::nullopt;
    }
    if (document.at("checksum") !=
        checksum(document.at("key"), document.at("result"), document.at("times"))) {
        throw FileError("damaged: its checksum does not fit");
    }
    if (document.at("key") != nlohmann::json::parse(dump(key_json(key)))) {
        return std::nullopt;
    }
    return document;
}

/// Runs `read`; whatever is wrong with the file is said with its name.
template <typename Read>
auto reading(const std::string& file_name, const char* schema, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        throw FileError(file_name + ": damaged: not a file of schema " + schema);
    } catch (const Error& error) {
        const std::string message = error.what();
        throw FileError(message.starts_with(file_name) ? message : file_name + ": " + message);
    }
}

}  // namespace

std::string league_key_name(const LeagueKey& key) {
    std::string name;
    const std::size_t slash = key.case_name.rfind('/');
    for (const char c :
         slash == std::string::npos ? key.case_name : key.case_name.substr(slash + 1)) {
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        name += plain ? c : '_';
    }
    constexpr std::size_t kLongestCase = 60;
    return key.row.id + "-" + name.substr(0, kLongestCase) + "-" + key.case_digest.substr(0, 8);
}

std::string write_cell(const LeagueKey& key, const LeagueCell& cell) {
    const OrderedJson times{{"pairs", cell.times.pairs},
                            {"seconds", optional_json(cell.times.seconds)},
                            {"repetitions", cell.times.repetitions}};
    return document_text(kCellSchema, key, cell_json(cell), times);
}

std::string write_trial(const LeagueKey& key, const MotionTrial& trial) {
    return document_text(kTrialSchema, key, trial_json(trial), {{"seconds", trial.seconds}});
}

std::optional<LeagueCell> parse_cell(std::string_view text, const std::string& file_name,
                                     const LeagueKey& key) {
    return reading(file_name, kCellSchema, [&]() -> std::optional<LeagueCell> {
        const std::optional<nlohmann::json> document =
            read_document(text, file_name, kCellSchema, key);
        if (!document) {
            return std::nullopt;
        }
        LeagueCell cell = read_cell(document->at("result"));
        const nlohmann::json& times = document->at("times");
        cell.times.pairs = times.at("pairs");
        cell.times.seconds = read_optional<double>(times.at("seconds"));
        cell.times.repetitions = times.at("repetitions");
        return cell;
    });
}

std::optional<MotionTrial> parse_trial(std::string_view text, const std::string& file_name,
                                       const LeagueKey& key) {
    return reading(file_name, kTrialSchema, [&]() -> std::optional<MotionTrial> {
        const std::optional<nlohmann::json> document =
            read_document(text, file_name, kTrialSchema, key);
        if (!document) {
            return std::nullopt;
        }
        MotionTrial trial = read_trial(document->at("result"));
        trial.seconds = document->at("times").at("seconds");
        return trial;
    });
}

}  // namespace touchstone
