#include "methods/quality/metrics.h"

#include <algorithm>

#include "methods/base/error.h"

namespace touchstone {
namespace {

std::optional<double> ratio(int part, int whole) {
    if (whole == 0) {
        return std::nullopt;
    }
    return static_cast<double>(part) / whole;
}

std::optional<double> mean(const Judgement& judgement, std::optional<double> Verdict::*alignment) {
    double sum = 0.0;
    int count = 0;
    for (const Verdict& verdict : judgement.verdicts) {
        if (verdict.*alignment) {
            sum += *(verdict.*alignment);
            ++count;
        }
    }
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

}  // namespace

std::optional<double> quality(const Judgement& judgement) {
    // Where no normal is stated, no contact is right or wrong.
    for (const Verdict& verdict : judgement.verdicts) {
        if (verdict.counted && verdict.kind == VerdictKind::NotJudged) {
            return std::nullopt;
        }
    }
    return ratio(judgement.correct, judgement.contacts);
}

std::optional<double> coverage(const Judgement& judgement) {
    return ratio(judgement.met_normals, judgement.expected_normals);
}

std::optional<double> excess(const Judgement& judgement) {
    return ratio(judgement.contacts, judgement.min_contacts.value_or(0));
}

std::optional<double> position_score(const Judgement& judgement) {
    return ratio(judgement.well_placed, judgement.placed_contacts);
}

std::optional<double> area_coverage(const Judgement& judgement) {
    if (!judgement.known_area || *judgement.known_area == 0.0) {
        return std::nullopt;
    }
    return judgement.contact_area / *judgement.known_area;
}

std::vector<double> sorted_alignments(const Judgement& judgement) {
    std::vector<double> values;
    for (const Verdict& verdict : judgement.verdicts) {
        if (verdict.alignment) {
            values.push_back(*verdict.alignment);
        }
    }
    std::sort(values.begin(), values.end());
    return values;
}

std::optional<double> normal_alignment(const Judgement& judgement) {
    return mean(judgement, &Verdict::alignment);
}

std::optional<double> paper_alignment(const Judgement& judgement) {
    return mean(judgement, &Verdict::paper_alignment);
}

std::span<const Metric> all_metrics() {
    static const std::vector<Metric> kMetrics{
        {"quality", "Quality", MetricUnit::Share,
         "contacts with a right normal / all contacts; Erleben [2018], §5", &quality},
        {"coverage", "Coverage", MetricUnit::Share,
         "right normals met by a contact / right normals; Erleben [2018], §5", &coverage},
        {"excess", "Excess", MetricUnit::Factor,
         "contacts / fewest contacts that span the region; Erleben [2018], §5", &excess,
         "min_contacts", [](const Judgement& judgement) { return judgement.min_contacts; }},
        {"position_score", "Position score", MetricUnit::Share,
         "contacts in the true contact region / all contacts; not in the paper", &position_score},
        {"area_coverage", "Area coverage P", MetricUnit::Factor,
         "area that the contacts span / area of the true regions; Erleben [2018], Eqs. (3)-(5), "
         "(8)",
         &area_coverage},
        {"normal_alignment", "Normal alignment Q", MetricUnit::Share,
         "mean of |n·e| with the right normals e; Erleben [2018], Eqs. (2), (7)",
         &normal_alignment},
        {"paper_alignment", "Normal alignment Q, paper's normals", MetricUnit::Share,
         "mean of |n·e| with the centre-of-mass normals e of Erleben [2018], Eq. (6)",
         &paper_alignment},
    };
    return kMetrics;
}

const Metric& find_metric(std::string_view id) {
    std::string known;
    for (const Metric& metric : all_metrics()) {
        if (metric.id == id) {
            return metric;
        }
        known += (known.empty() ? "" : ", ") + metric.id;
    }
    throw UnknownName("unknown metric '" + std::string(id) + "'; known: " + known);
}

}  // namespace touchstone
