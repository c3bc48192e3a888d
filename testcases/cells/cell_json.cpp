#include "testcases/cells/cell_json.h"

#include <cmath>
#include <limits>
#include <string>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "testcases/cells/packed_contacts.h"
#include "testcases/files/json/json_optional.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr double kMostInNumbers = 1e100;  // larger ones a cell's reader takes for damage
constexpr double kEndless = std::numeric_limits<double>::infinity();

OrderedJson pair_judgement_json(const PairJudgement& pair) {
    return {{"answer", pair.answer},
            {"contacts", pair.contacts},
            {"correct", pair.correct},
            {"expected_normals", pair.expected_normals},
            {"met_normals", pair.met_normals},
            {"min_contacts", optional_json(pair.min_contacts)},
            {"hull_area", cell_number_json(pair.hull_area)},
            {"contact_area", cell_number_json(pair.contact_area)},
            {"known_area", optional_number_json(pair.known_area)},
            {"area_is_right", optional_json(pair.area_is_right)}};
}

PairJudgement read_pair_judgement(const nlohmann::json& json) {
    PairJudgement pair;
    pair.answer = json.at("answer");
    pair.contacts = json.at("contacts");
    pair.correct = json.at("correct");
    pair.expected_normals = json.at("expected_normals");
    pair.met_normals = json.at("met_normals");
    pair.min_contacts = read_optional<int>(json.at("min_contacts"));
    pair.hull_area = read_cell_number(json.at("hull_area"));
    pair.contact_area = read_cell_number(json.at("contact_area"));
    pair.known_area = read_optional_number(json.at("known_area"));
    pair.area_is_right = read_optional<bool>(json.at("area_is_right"));
    return pair;
}

}  // namespace

OrderedJson cell_number_json(double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value > 0.0 ? "inf" : "-inf";
    }
    return std::abs(value) <= kMostInNumbers ? OrderedJson(value) : OrderedJson(shortest(value));
}

double read_cell_number(const nlohmann::json& json) {
    if (!json.is_string()) {
        return json.get<double>();
    }
    const std::string text = json.get<std::string>();
    if (text == "nan") {
        return kUnset;
    }
    if (text == "inf" || text == "-inf") {
        return text == "inf" ? kEndless : -kEndless;
    }
    const std::optional<double> value = parse_number(text);
    if (!value) {
        throw FileError("damaged: '" + text + "' is no number");
    }
    return *value;
}

OrderedJson optional_number_json(const std::optional<double>& value) {
    return value ? cell_number_json(*value) : OrderedJson(nullptr);
}

std::optional<double> read_optional_number(const nlohmann::json& json) {
    return json.is_null() ? std::nullopt : std::optional(read_cell_number(json));
}

OrderedJson vector_json(const Vec3& v) {
    return {cell_number_json(v.x()), cell_number_json(v.y()), cell_number_json(v.z())};
}

Vec3 read_vector(const nlohmann::json& json) {
    return {read_cell_number(json.at(0)), read_cell_number(json.at(1)),
            read_cell_number(json.at(2))};
}

OrderedJson pose_json(const Pose& pose) {
    const Quat& q = pose.rotation;
    return {cell_number_json(q.w()), cell_number_json(q.x()), cell_number_json(q.y()),
            cell_number_json(q.z()), vector_json(pose.translation)};
}

Pose read_pose(const nlohmann::json& json) {
    return {Quat(read_cell_number(json.at(0)), read_cell_number(json.at(1)),
                 read_cell_number(json.at(2)), read_cell_number(json.at(3))),
            read_vector(json.at(4))};
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
            audit.duplicates, audit.opposite, audit.silent};
}

Audit read_audit(const nlohmann::json& json) {
    return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5), json.at(6)};
}

OrderedJson forces_json(const std::optional<ForceJudgement>& forces) {
    if (!forces) {
        return nullptr;
    }
    return {cell_number_json(forces->total), cell_number_json(forces->right),
            forces->carried_normals, cell_number_json(forces->equal_contacts),
            cell_number_json(forces->across)};
}

std::optional<ForceJudgement> read_forces(const nlohmann::json& json) {
    if (json.is_null()) {
        return std::nullopt;
    }
    return ForceJudgement{.total = read_cell_number(json.at(0)),
                          .right = read_cell_number(json.at(1)),
                          .carried_normals = json.at(2),
                          .equal_contacts = read_cell_number(json.at(3)),
                          .across = read_cell_number(json.at(4))};
}

OrderedJson judgement_json(const Judgement& judgement) {
    return {{"verdicts", pack_verdicts(judgement.verdicts)},
            {"pairs", list_json(judgement.pairs, &pair_judgement_json)},
            {"contacts", judgement.contacts},
            {"ahead", judgement.ahead},
            {"correct", judgement.correct},
            {"correct_at", judgement.correct_at},
            {"expected_normals", judgement.expected_normals},
            {"met_normals", judgement.met_normals},
            {"min_contacts", optional_json(judgement.min_contacts)},
            {"placed_contacts", judgement.placed_contacts},
            {"well_placed", judgement.well_placed},
            {"contact_area", cell_number_json(judgement.contact_area)},
            {"known_area", optional_number_json(judgement.known_area)},
            {"forces", forces_json(judgement.forces)}};
}

Judgement read_judgement(const nlohmann::json& json) {
    Judgement judgement;
    judgement.verdicts = unpack_verdicts(json.at("verdicts").get_ref<const std::string&>());
    judgement.pairs = read_list<PairJudgement>(json.at("pairs"), &read_pair_judgement);
    judgement.contacts = json.at("contacts");
    judgement.ahead = json.at("ahead");
    judgement.correct = json.at("correct");
    judgement.correct_at = json.at("correct_at").get<decltype(judgement.correct_at)>();
    judgement.expected_normals = json.at("expected_normals");
    judgement.met_normals = json.at("met_normals");
    judgement.min_contacts = read_optional<int>(json.at("min_contacts"));
    judgement.placed_contacts = json.at("placed_contacts");
    judgement.well_placed = json.at("well_placed");
    judgement.contact_area = read_cell_number(json.at("contact_area"));
    judgement.known_area = read_optional_number(json.at("known_area"));
    judgement.forces = read_forces(json.at("forces"));
    return judgement;
}

void refuse_enum(int value) {
    throw FileError("damaged: there is no value " + std::to_string(value));
}

}  // namespace touchstone
