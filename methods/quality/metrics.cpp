#include "methods/quality/metrics.h"

#include <array>

#include "methods/base/error.h"

namespace touchstone {
namespace {

std::optional<double> ratio(int part, int whole) {
    if (whole == 0) {
        return std::nullopt;
    }
    return static_cast<double>(part) / whole;
}

}  // namespace

std::optional<double> quality(const Judgement& judgement) {
    // Where no normal is stated, there is nothing to be right or wrong about.
    for (const Verdict& verdict : judgement.verdicts) {
        if (verdict.kind == VerdictKind::NotJudged) {
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

std::span<const Metric> all_metrics() {
    static const std::array<Metric, 4> kMetrics{{
        {"quality", "Quality", MetricUnit::Share,
         "contacts with a right normal / all contacts; Erleben [2018], §7.6", &quality},
        {"coverage", "Coverage", MetricUnit::Share,
         "right normals met by a contact / right normals; Erleben [2018], §7.6", &coverage},
        {"excess", "Excess", MetricUnit::Factor,
         "contacts / fewest contacts that span the region; Erleben [2018], §7.6", &excess},
        {"position_score", "Position score", MetricUnit::Share,
         "contacts in the true contact region / all contacts; not in the paper", &position_score},
    }};
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
