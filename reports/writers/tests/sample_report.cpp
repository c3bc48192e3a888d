#include "reports/writers/tests/sample_report.h"

#include "methods/quality/metrics.h"

namespace touchstone::testing {

using namespace reports;
namespace {

Provenance make_provenance() {
    Provenance provenance;
    provenance.version = "1.2.3";
    provenance.commit = "0123456789ab-dirty";
    provenance.profile = Profile::Published;
    provenance.jitter = 2;
    provenance.sections = {
        {"study", {{"body_order", "creation"}, {"angle_tolerance", "reference"}}},
        {"opposing", {{"sandwich", "both"}}},
        {"growth", {{"first_scale", "0.9"}}}};
    return provenance;
}

/// Makes a judgement of `right` contacts with a right normal and `wrong` with an oblique one; of
/// two expected normals one is met.
Judgement make_judgement(int right, int wrong) {
    Judgement judgement;
    judgement.contacts = right + wrong;
    judgement.correct = right;
    judgement.correct_at = {right, right, right, right + wrong};
    judgement.expected_normals = 2;
    judgement.met_normals = right > 0 ? 1 : 0;
    judgement.min_contacts = 3;
    judgement.placed_contacts = right + wrong;
    judgement.well_placed = right;
    judgement.contact_area = 0.5 * right;
    judgement.known_area = 4.0;
    judgement.verdicts.resize(right + wrong);
    for (int i = 0; i < right + wrong; ++i) {
        judgement.verdicts[i].kind = i < right ? VerdictKind::Right : VerdictKind::Oblique;
        judgement.verdicts[i].alignment = i < right ? 1.0 : 0.25;
    }
    return judgement;
}

StudyRow make_row(const std::string& case_id, const std::string& title,
                  const std::string& generator_id, const std::string& generator_title) {
    StudyRow row;
    row.case_id = case_id;
    row.case_title = title;
    row.generator_id = generator_id;
    row.generator_title = generator_title;
    row.profile = Profile::Published;
    row.pose = QueryPose::HalfStep;
    return row;
}

void fill_metrics(StudyRow& row) {
    for (const Metric& metric : all_metrics()) {
        row.metrics.push_back(metric.value(row.judgement));
    }
    if (row.paper) {
        row.agreement = compare(row.judgement, *row.paper);
    }
}

}  // namespace

Report make_sample_report() {
    StudyRow full = make_row("spikes", "Spikes", "opposing", "Opposing");
    full.has_reference = true;
    full.judgement = make_judgement(5, 2);
    full.paper = PaperCell{7, 5, 3, 0.25};
    full.jitter = JitterRange{2,
                              1,
                              {6, 7},
                              {4, 5},
                              Range<double>{2.0 / 3.0, 5.0 / 7.0},
                              Range<double>{0.5, 0.5},
                              Range<double>{2.0, 7.0 / 3.0},
                              Range<double>{0.5, 0.625}};
    full.audit = {.not_unit = 2, .duplicates = 1};
    fill_metrics(full);

    StudyRow empty = make_row("spikes", "Spikes", "growth", "Growth");
    empty.has_reference = true;
    empty.judgement = make_judgement(0, 0);
    empty.paper = PaperCell{0, 0, 3, 0.0};
    empty.jitter = JitterRange{2,
                               2,
                               {0, 0},
                               {0, 0},
                               std::nullopt,
                               Range<double>{0.0, 0.0},
                               Range<double>{0.0, 0.0},
                               Range<double>{0.0, 0.0}};
    fill_metrics(empty);

    StudyRow unknown =
        make_row("=1+\"2\",3", "<b>A & 'B'</b> | *\x1b[31mred* \xff", "opposing", "Opposing");
    unknown.pose = QueryPose::Initial;
    unknown.judgement.contacts = 1;
    unknown.judgement.verdicts.resize(1);
    fill_metrics(unknown);

    Report report;
    report.provenance = make_provenance();
    report.rows = {full, empty, unknown};
    report.agreement = count_agreement(report.rows);
    return report;
}

ContactList make_sample_contacts() {
    ContactPoint first;
    first.position = {0.1, -2.0 / 3.0, 1e-17};
    first.normal = {0.0, 1.0, 0.0};
    first.separation = -0.001;
    first.feature_a = {FeatureType::Face, {6, 7, 11, -1}};
    first.feature_b = {FeatureType::Vertex, {0, -1, -1, -1}};
    first.body_a = 0;
    first.body_b = 1;
    ContactPoint second = first;
    second.normal = {0.6, -0.8, 0.0};
    second.feature_a = {FeatureType::Edge, {2, 5, -1, -1}};
    second.feature_b = {FeatureType::Tetrahedron, {0, 1, 2, 3}};
    ContactList list;
    list.provenance = make_provenance();
    list.case_id = "spikes";
    list.generator_id = "opposing";
    list.pose = QueryPose::HalfStep;
    list.body_names = {"=HYPERLINK(\"x\")", "upper\nspike\x1b[0m"};
    list.contacts = {first, second};
    return list;
}

}  // namespace touchstone::testing
