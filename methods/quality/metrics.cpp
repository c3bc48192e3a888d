#include "methods/quality/metrics.h"

#include <algorithm>

#include "methods/base/find_by_id.h"

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

std::optional<double> share_of_force(const Judgement& judgement, double ForceJudgement::*part) {
    if (!judgement.forces) {
        return std::nullopt;
    }
    return *judgement.forces.*part / judgement.forces->total;
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

std::optional<double> force_quality(const Judgement& judgement) {
    return share_of_force(judgement, &ForceJudgement::right);
}

std::optional<double> force_coverage(const Judgement& judgement) {
    return judgement.forces ? ratio(judgement.forces->carried_normals, judgement.expected_normals)
                            : std::nullopt;
}

std::optional<double> force_excess(const Judgement& judgement) {
    const int fewest = judgement.min_contacts.value_or(0);
    if (!judgement.forces || fewest == 0) {
        return std::nullopt;
    }
    return judgement.forces->equal_contacts / fewest;
}

std::optional<double> sideways_force(const Judgement& judgement) {
    return share_of_force(judgement, &ForceJudgement::across);
}

const char* metric_unit_id(MetricUnit unit) {
    switch (unit) {
        case MetricUnit::Share:
            return "share";
        case MetricUnit::Factor:
            return "factor";
        case MetricUnit::Loss:
            return "loss";
    }
    return "";
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
        {"force_quality", "Force quality", MetricUnit::Share,
         "force of contacts with a right normal / force of all; docs/methods/barrier.md",
         &force_quality},
        {"force_coverage", "Force coverage", MetricUnit::Share,
         "right normals that carry a tenth of an equal share of the force / right normals; "
         "docs/methods/barrier.md",
         &force_coverage},
        {"force_excess", "Force excess", MetricUnit::Factor,
         "equal contacts that spread the force as much / fewest contacts that span the region; "
         "docs/methods/barrier.md",
         &force_excess},
        {"sideways_force", "Sideways force", MetricUnit::Loss,
         "force across the mean right normal of a pair / force of all; docs/methods/barrier.md",
         &sideways_force},
    };
    return kMetrics;
}

const Metric& find_metric(std::string_view id) { return find_by_id(all_metrics(), id, "metric"); }

}  // namespace touchstone
