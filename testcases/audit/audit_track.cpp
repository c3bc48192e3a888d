#include "testcases/audit/audit_track.h"

#include <nlohmann/json.hpp>
#include <string>

#include "testcases/cells/cell_json.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson retelling_step_json(const std::optional<RetellingStep>& step) {
    if (!step) {
        return nullptr;
    }
    return {{"retelling", static_cast<int>(step->retelling)},
            {"size", step->size},
            {"diagonals", step->diagonals},
            {"seed", step->seed}};
}

std::optional<RetellingStep> read_retelling_step(const nlohmann::json& json) {
    if (json.is_null()) {
        return std::nullopt;
    }
    RetellingStep step;
    step.retelling = read_enum<Retelling>(json.at("retelling"), kRetellings);
    step.size = json.at("size");
    step.diagonals = json.at("diagonals");
    step.seed = json.at("seed");
    return step;
}

OrderedJson difference_json(const AnswerDifference& difference) {
    return {{"lost", difference.lost},
            {"gained", difference.gained},
            {"turned", difference.turned},
            {"resized", difference.resized},
            {"largest_turn", cell_number_json(difference.largest_turn)},
            {"largest_size_change", cell_number_json(difference.largest_size_change)}};
}

AnswerDifference read_difference(const nlohmann::json& json) {
    AnswerDifference difference;
    difference.lost = json.at("lost");
    difference.gained = json.at("gained");
    difference.turned = json.at("turned");
    difference.resized = json.at("resized");
    difference.largest_turn = read_cell_number(json.at("largest_turn"));
    difference.largest_size_change = read_cell_number(json.at("largest_size_change"));
    return difference;
}

OrderedJson outcome_json(const RetellingOutcome& outcome) {
    return {{"asked", outcome.asked},
            {"changed", retelling_step_json(outcome.changed)},
            {"difference", difference_json(outcome.difference)},
            {"trouble", outcome.trouble}};
}

RetellingOutcome read_outcome(const nlohmann::json& json) {
    RetellingOutcome outcome;
    outcome.asked = json.at("asked");
    outcome.changed = read_retelling_step(json.at("changed"));
    outcome.difference = read_difference(json.at("difference"));
    outcome.trouble = json.at("trouble");
    return outcome;
}

OrderedJson silent_json(const SilentPair& pair) { return {pair.body_a, pair.body_b}; }

OrderedJson audited_json(const AuditedRow& row) {
    return {{"case_id", row.case_id},
            {"generator_id", row.generator_id},
            {"generator_title", row.generator_title},
            {"contacts", row.contacts},
            {"silent", list_json(row.silent, &silent_json)},
            {"outcomes", list_json(row.outcomes, &outcome_json)}};
}

void read_audited(const nlohmann::json& json, AuditedRow& row) {
    row.case_id = json.at("case_id");
    row.generator_id = json.at("generator_id");
    row.generator_title = json.at("generator_title");
    row.contacts = json.at("contacts");
    for (const nlohmann::json& pair : json.value("silent", nlohmann::json::array())) {
        row.silent.push_back({pair.at(0), pair.at(1)});
    }
    for (int i = 0; i < kRetellings; ++i) {
        row.outcomes[i] = read_outcome(json.at("outcomes").at(i));
    }
}

template <auto member>
std::optional<double> outcome_count(const AuditedRow& row, int retelling) {
    return static_cast<double>(row.outcomes[retelling].*member);
}

std::optional<double> is_changed(const AuditedRow& row, int retelling) {
    return row.outcomes[retelling].changed ? 1.0 : 0.0;
}

std::vector<Figure<AuditedRow>> make_audit_figures() {
    std::vector<Figure<AuditedRow>> figures;
    for (int i = 0; i < kRetellings; ++i) {
        const std::string id(retelling_id(static_cast<Retelling>(i)));
        figures.push_back({id, "asked", true, &outcome_count<&RetellingOutcome::asked>, i});
        figures.push_back({id, "changed", true, &is_changed, i, Better::Fewer});
    }
    return figures;
}

std::span<const Figure<AuditedRow>> audit_figures() {
    static const std::vector<Figure<AuditedRow>> figures = make_audit_figures();
    return figures;
}

}  // namespace

const Track<AuditedRow>& audit_track() {
    static const Track<AuditedRow> track{
        .id = "audit", .figures = &audit_figures, .write = &audited_json, .read = &read_audited};
    return track;
}

}  // namespace touchstone
