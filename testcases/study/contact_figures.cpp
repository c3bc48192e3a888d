#include "testcases/study/contact_figures.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "methods/base/number_text.h"
#include "methods/quality/metrics.h"

namespace touchstone {
namespace {

struct AuditPart {
    const char* id;
    int Audit::*count;
};
constexpr std::array<AuditPart, 7> kAuditParts{{{"not_finite", &Audit::not_finite},
                                                {"not_unit", &Audit::not_unit},
                                                {"outside_bounds", &Audit::outside_bounds},
                                                {"too_deep", &Audit::too_deep},
                                                {"duplicates", &Audit::duplicates},
                                                {"opposite", &Audit::opposite},
                                                {"silent", &Audit::silent}}};

std::optional<double> contacts_of(const StudyRow& row, int) { return row.judgement.contacts; }

std::optional<double> correct_of(const StudyRow& row, int) {
    return row.has_reference ? std::optional<double>(row.judgement.correct) : std::nullopt;
}

std::optional<double> correct_at_of(const StudyRow& row, int index) {
    return row.has_reference ? std::optional<double>(row.judgement.correct_at[index])
                             : std::nullopt;
}

std::optional<double> min_contacts_of(const StudyRow& row, int) {
    const std::optional<int> count = row.judgement.min_contacts;
    return count ? std::optional<double>(*count) : std::nullopt;
}

std::optional<double> metric_of(const StudyRow& row, int index) { return row.metrics[index]; }

std::optional<double> audit_of(const StudyRow& row, int index) {
    return row.audit.*kAuditParts[index].count;
}

std::optional<double> verdict_of(const StudyRow& row, int index) {
    return static_cast<double>(std::ranges::count(row.judgement.verdicts,
                                                  static_cast<VerdictKind>(index), &Verdict::kind));
}

std::vector<Figure<StudyRow>> make_figures() {
    std::vector<Figure<StudyRow>> figures{{"", "contacts", true, &contacts_of, 0},
                                          {"", "correct", true, &correct_of, 0}};
    for (int i = 0; i < std::ssize(kCountedAngles); ++i) {
        figures.push_back({"correct_at", shortest(kCountedAngles[i]), true, &correct_at_of, i});
    }
    figures.push_back({"", "min_contacts", true, &min_contacts_of, 0});
    for (int i = 0; i < std::ssize(all_metrics()); ++i) {
        const bool is_loss = all_metrics()[i].unit == MetricUnit::Loss;
        figures.push_back({"", all_metrics()[i].id, false, &metric_of, i,
                           is_loss ? Better::Fewer : Better::NearOne});
    }
    for (int i = 0; i < std::ssize(kAuditParts); ++i) {
        figures.push_back({"audit", kAuditParts[i].id, true, &audit_of, i, Better::Fewer});
    }
    for (int i = 0; i < kVerdictKinds; ++i) {
        const auto kind = static_cast<VerdictKind>(i);
        // A right contact more is as good as the shares and the excess say.
        figures.push_back({"verdicts", verdict_id(kind), true, &verdict_of, i,
                           is_wrong(kind) ? Better::Fewer : Better::Neither});
    }
    return figures;
}

}  // namespace

std::span<const Figure<StudyRow>> contact_figures() {
    static const std::vector<Figure<StudyRow>> figures = make_figures();
    return figures;
}

std::optional<double> metric_value(const StudyRow& row, std::string_view id) {
    return row.metrics[&find_metric(id) - all_metrics().data()];
}

}  // namespace touchstone
