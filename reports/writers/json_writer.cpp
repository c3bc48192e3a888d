#include "reports/writers/json_writer.h"

#include <ostream>
#include <string_view>

#include "methods/quality/metrics.h"
#include "reports/tables/outcome_text.h"
#include "reports/writers/provenance_json.h"
#include "testcases/files/json/json_optional.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json make_json(const Range<Number>& range) {
    return {{"min", range.low}, {"max", range.high}};
}

template <typename Number>
Json make_json(const std::optional<Range<Number>>& range) {
    return range ? make_json(*range) : Json(nullptr);
}

Json make_json(const Vec3& vector) { return {vector.x(), vector.y(), vector.z()}; }

/// Returns the figures of one group by their keys.
Json group_json(const StudyRow& row, std::string_view group) {
    Json json = Json::object();
    for (const Figure<StudyRow>& figure : contact_figures()) {
        if (figure.group == group) {
            const std::optional<double> value = figure.read(row, figure.index);
            json[figure.key] = value ? Json(static_cast<int>(*value)) : Json(nullptr);
        }
    }
    return json;
}

Json paper_json(const StudyRow& row) {
    const PaperValues paper = paper_values(row);
    if (paper.empty()) {
        return nullptr;
    }
    return {{"contacts", optional_json(paper.contacts)},
            {"correct", optional_json(paper.correct)},
            {"quality", optional_json(paper.quality)},
            {"coverage", optional_json(paper.coverage)},
            {"excess", optional_json(paper.excess)},
            {"area_coverage", optional_json(paper.area_coverage)}};
}

Json jitter_json(const std::optional<JitterRange>& jitter) {
    if (!jitter) {
        return nullptr;
    }
    return {{"shifts", jitter->shifts},
            {"agreeing", jitter->agreeing},
            {"contacts", make_json(jitter->contacts)},
            {"correct", make_json(jitter->correct)},
            {"quality", make_json(jitter->quality)},
            {"coverage", make_json(jitter->coverage)},
            {"excess", make_json(jitter->excess)},
            {"area_coverage", make_json(jitter->area_coverage)}};
}

Json agreement_json(const std::optional<Agreement>& agreement) {
    if (!agreement) {
        return nullptr;
    }
    return {{"quality", agreement->quality},
            {"coverage", agreement->coverage},
            {"excess", agreement->excess}};
}

Json checks_json(const StudyRow& row) {
    if (!row.checked) {
        return nullptr;
    }
    Json variants = Json::array();
    for (const VariantOutcome& variant : row.variants) {
        variants.push_back({{"name", variant.name}, {"trouble", variant.trouble}});
    }
    return {{"passes", optional_json(passes(row))},
            {"positions", row.positions},
            {"faulty_positions", row.faulty_positions},
            {"faults",
             {{"normals", row.faults.wrong_contacts},
              {"missed", row.faults.missed_normals},
              {"place", row.faults.misplaced},
              {"separation", row.faults.wrong_separations},
              {"area", row.faults.wrong_areas}}},
            {"variants", variants},
            {"unknown", row.unknown}};
}

Json row_json(const StudyRow& row) {
    Json json{{"case", row.case_id},
              {"generator", row.generator_id},
              {"profile", profile_id(row.profile)},
              {"pose", pose_id(row.pose)},
              {"query", row.query},
              {"contacts", row.judgement.contacts},
              {"correct", row.has_reference ? Json(row.judgement.correct) : Json(nullptr)},
              {"correct_at", group_json(row, "correct_at")}};
    const std::span<const Metric> metrics = all_metrics();
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        json[metrics[i].id] = optional_json(row.metrics[i]);
        if (metrics[i].measure != nullptr) {
            json[metrics[i].measured_by] = optional_json(metrics[i].measure(row.judgement));
        }
    }
    json["paper"] = paper_json(row);
    json["jitter"] = jitter_json(row.jitter);
    json["audit"] = group_json(row, "audit");
    json["agrees"] = agreement_json(row.agreement);
    json["verdicts"] = group_json(row, "verdicts");
    json["checks"] = checks_json(row);
    json["refusal"] = refusal_text(row.outcome, row.reason);
    return json;
}

Json feature_json(const Feature& feature) {
    return {{"type", feature_name(feature.type)}, {"vertices", feature_vertices(feature)}};
}

Json contact_json(const ContactPoint& contact, const ContactList& list) {
    return {{"body_a", list.body_names[contact.body_a]},
            {"body_b", list.body_names[contact.body_b]},
            {"position", make_json(contact.position)},
            {"normal", make_json(contact.normal)},
            {"separation", contact.separation},
            {"feature_a", feature_json(contact.feature_a)},
            {"feature_b", feature_json(contact.feature_b)}};
}

}  // namespace

void write_json(std::ostream& out, const Report& report) {
    Json document = document_head("touchstone-report-1", report.provenance);
    document["rows"] = Json::array();
    for (const StudyRow& row : report.rows) {
        document["rows"].push_back(row_json(row));
    }
    document["agreement"] = {{"cells", report.agreement.cells},
                             {"coverage", report.agreement.coverage},
                             {"quality", report.agreement.quality},
                             {"excess", report.agreement.excess}};
    document["stopped"] = report.stopped;
    write_document(out, document);
}

void write_json(std::ostream& out, const ContactList& list) {
    Json document = document_head("touchstone-contacts-1", list.provenance);
    document["case"] = list.case_id;
    document["generator"] = list.generator_id;
    document["profile"] = profile_id(list.provenance.profile);
    document["pose"] = pose_id(list.pose);
    document["query"] = list.provenance.query;
    document["contacts"] = Json::array();
    for (const ContactPoint& contact : list.contacts) {
        document["contacts"].push_back(contact_json(contact, list));
    }
    write_document(out, document);
}

}  // namespace touchstone::reports
