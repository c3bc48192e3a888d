#include "testcases/study/contact_track.h"

#include <algorithm>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "testcases/cells/cell_json.h"
#include "testcases/cells/packed_contacts.h"
#include "testcases/files/json/json_optional.h"
#include "testcases/study/contact_figures.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson variant_outcome_json(const VariantOutcome& variant) {
    return OrderedJson::array({variant.name, variant.trouble});
}

VariantOutcome read_variant_outcome(const nlohmann::json& json) { return {json.at(0), json.at(1)}; }

OrderedJson range_json(const std::optional<Range<double>>& range) {
    return range ? OrderedJson::array({cell_number_json(range->low), cell_number_json(range->high)})
                 : OrderedJson(nullptr);
}

std::optional<Range<double>> read_range(const nlohmann::json& json) {
    if (json.is_null()) {
        return std::nullopt;
    }
    return Range<double>{read_cell_number(json.at(0)), read_cell_number(json.at(1))};
}

OrderedJson jitter_json(const std::optional<JitterRange>& jitter) {
    if (!jitter) {
        return nullptr;
    }
    return {{"shifts", jitter->shifts},
            {"agreeing", jitter->agreeing},
            {"contacts", OrderedJson::array({jitter->contacts.low, jitter->contacts.high})},
            {"correct", OrderedJson::array({jitter->correct.low, jitter->correct.high})},
            {"quality", range_json(jitter->quality)},
            {"coverage", range_json(jitter->coverage)},
            {"excess", range_json(jitter->excess)},
            {"area_coverage", range_json(jitter->area_coverage)}};
}

std::optional<JitterRange> read_jitter(const nlohmann::json& json) {
    if (json.is_null()) {
        return std::nullopt;
    }
    JitterRange jitter;
    jitter.shifts = json.at("shifts");
    jitter.agreeing = json.at("agreeing");
    jitter.contacts = {json.at("contacts").at(0), json.at("contacts").at(1)};
    jitter.correct = {json.at("correct").at(0), json.at("correct").at(1)};
    jitter.quality = read_range(json.at("quality"));
    jitter.coverage = read_range(json.at("coverage"));
    jitter.excess = read_range(json.at("excess"));
    jitter.area_coverage = read_range(json.at("area_coverage"));
    return jitter;
}

OrderedJson metrics_json(const StudyRow& row) {
    OrderedJson metrics = OrderedJson::object();
    for (int i = 0; i < std::ssize(row.metrics); ++i) {
        metrics[all_metrics()[i].id] = optional_number_json(row.metrics[i]);
    }
    return metrics;
}

std::vector<std::optional<double>> read_metrics(const nlohmann::json& json) {
    std::vector<std::optional<double>> metrics;
    metrics.reserve(all_metrics().size());
    for (const Metric& metric : all_metrics()) {
        metrics.push_back(read_optional_number(json.at(metric.id)));
    }
    return metrics;
}

OrderedJson study_row_json(const StudyRow& row) {
    return {{"case_id", row.case_id},
            {"case_title", row.case_title},
            {"generator_id", row.generator_id},
            {"generator_title", row.generator_title},
            {"profile", profile_id(row.profile)},
            {"pose", pose_id(row.pose)},
            {"query", row.query},
            {"has_reference", row.has_reference},
            {"checked", row.checked},
            {"has_paper", row.has_paper},
            {"body_names", row.body_names},
            {"contacts", pack_contacts(row.contacts)},
            {"world_from_shape", list_json(row.world_from_shape, &pose_json)},
            {"judgement", judgement_json(row.judgement)},
            {"metrics", metrics_json(row)},
            {"positions", row.positions},
            {"faulty_positions", row.faulty_positions},
            {"faults", faults_json(row.faults)},
            {"rounded", row.rounded},
            {"variants", list_json(row.variants, &variant_outcome_json)},
            {"unknown", row.unknown},
            {"jitter", jitter_json(row.jitter)},
            {"audit", audit_json(row.audit)}};
}

/// Throws FileError for contacts of bodies, and verdicts on pairs, that the row does not have.
void check_indices(const StudyRow& row) {
    const auto bodies = static_cast<int>(row.body_names.size());
    for (const ContactPoint& contact : row.contacts) {
        if (std::min(contact.body_a, contact.body_b) < 0 ||
            std::max(contact.body_a, contact.body_b) >= bodies) {
            throw FileError("damaged: it has a contact of a body that there is not");
        }
    }
    const auto pairs = static_cast<int>(row.judgement.pairs.size());
    for (const Verdict& verdict : row.judgement.verdicts) {
        if (verdict.pair < -1 || verdict.pair >= pairs || verdict.normal < -1) {
            throw FileError("damaged: it has a verdict on a pair that there is not");
        }
    }
}

void read_study_row(const nlohmann::json& json, StudyRow& row) {
    row.case_id = json.at("case_id");
    row.case_title = json.at("case_title");
    row.generator_id = json.at("generator_id");
    row.generator_title = json.at("generator_title");
    row.profile = find_profile(json.at("profile").get<std::string>());
    row.pose = find_query_pose(json.at("pose").get<std::string>());
    row.query = json.at("query");
    row.has_reference = json.at("has_reference");
    row.checked = json.at("checked");
    row.has_paper = json.at("has_paper");
    row.body_names = json.at("body_names").get<std::vector<std::string>>();
    row.contacts = unpack_contacts(json.at("contacts").get_ref<const std::string&>());
    row.world_from_shape = read_list<Pose>(json.at("world_from_shape"), &read_pose);
    row.judgement = read_judgement(json.at("judgement"));
    row.metrics = read_metrics(json.at("metrics"));
    row.positions = json.at("positions");
    row.faulty_positions = json.at("faulty_positions");
    row.faults = read_faults(json.at("faults"));
    row.rounded = json.at("rounded").get<std::vector<std::string>>();
    row.variants = read_list<VariantOutcome>(json.at("variants"), &read_variant_outcome);
    row.unknown = json.at("unknown").get<std::vector<std::string>>();
    row.jitter = read_jitter(json.at("jitter"));
    row.audit = read_audit(json.at("audit"));
    if (row.contacts.size() != row.judgement.verdicts.size() && row.answered()) {
        throw FileError("damaged: contacts and verdicts are not the same in number");
    }
    check_indices(row);
    add_paper(row);
}

}  // namespace

const Track<StudyRow>& contact_track() {
    static const Track<StudyRow> track{.id = "contacts",
                                       .figures = &contact_figures,
                                       .write = &study_row_json,
                                       .read = &read_study_row};
    return track;
}

void add_paper(StudyRow& row) {
    if (!row.has_paper) {
        return;
    }
    row.paper = find_paper_cell(row.case_id, row.generator_id);
    row.paper_pillar = find_paper_pillar_counts(row.case_id, row.generator_id);
    row.paper_masonry = find_paper_masonry(row.case_id, row.generator_id);
    if (row.paper) {
        row.agreement = compare(row.judgement, *row.paper);
    }
}

CellKey contact_cell_key(const StudyRequest& request, const std::string& case_name,
                         const Generator& generator, const TestCase& test_case) {
    CellKey key;
    key.track = contact_track().id;
    key.method = generator.id;
    key.case_name = case_name;
    key.settings = settings_of_method(with_scene_solver(request.settings, test_case), generator.id);
    key.conditions = {{"profile", std::string(profile_id(request.settings.profile))},
                      {"pose", request.pose ? std::string(pose_id(*request.pose)) : "case"},
                      {"query", std::to_string(request.query)},
                      {"jitter", std::to_string(request.jitter)}};
    return key;
}

bool keeps_answers(const Generator& generator) {
    return std::ranges::find(all_generators(), generator.id, &Generator::id) !=
           all_generators().end();
}

}  // namespace touchstone
