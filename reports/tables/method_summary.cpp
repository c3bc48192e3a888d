#include "reports/tables/method_summary.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "reports/text/number_text.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

void add_value(CaseMean& mean, const std::optional<double>& value) {
    if (value) {
        mean.value = mean.value.value_or(0.0) + *value;  // the sum, until all are in
        ++mean.cases;
    }
}

void finish_mean(CaseMean& mean) {
    if (mean.value) {
        *mean.value /= mean.cases;
    }
}

void add_row(MethodSummary& summary, const StudyRow& row) {
    summary.unanswered += row.answered() ? 0 : 1;
    if (const std::optional<bool> right = is_right(row)) {
        ++summary.judged;
        summary.right += *right ? 1 : 0;
    }
    if (row.answered()) {
        add_value(summary.coverage, metric_value(row, "coverage"));
        add_value(summary.quality, metric_value(row, "quality"));
        add_value(summary.excess, metric_value(row, "excess"));
    }
}

bool is_better(const MethodSummary& a, const MethodSummary& b) {
    const auto rank = [](const MethodSummary& summary) {
        return std::tuple(-summary.right, -summary.coverage.value.value_or(-1.0),
                          -summary.quality.value.value_or(-1.0), summary.excess.value.value_or(0));
    };
    return rank(a) < rank(b);
}

/// Returns a share in per cent, which is 100 only where nothing is missing, and 0 only where there
/// is nothing.
std::string percent_text(double share) {
    std::string text = rounded_text(100.0 * share, 0);
    if ((text == "100" && share < 1.0) || (text == "0" && share > 0.0)) {
        return rounded_text(100.0 * share, 1);
    }
    return text;
}

}  // namespace

std::optional<bool> is_right(const StudyRow& row) {
    if (row.outcome == Outcome::Failed) {
        return false;
    }
    if (!row.answered()) {
        return std::nullopt;
    }
    if (row.checked) {
        return passes(row);
    }
    if (!row.has_reference) {
        return std::nullopt;
    }
    const auto is_whole = [&](const char* metric) {
        return metric_value(row, metric).value_or(1.0) == 1.0;
    };
    return is_whole("coverage") && is_whole("quality");
}

std::vector<MethodSummary> summarize(const Report& report) {
    std::vector<MethodSummary> summaries;
    std::map<std::string, std::size_t> places;
    for (const StudyRow& row : report.rows) {
        const auto [place, is_new] = places.emplace(row.generator_id, summaries.size());
        if (is_new) {
            summaries.emplace_back();
            summaries.back().generator_id = row.generator_id;
            summaries.back().title = row.generator_title;
        }
        add_row(summaries[place->second], row);
    }
    for (MethodSummary& summary : summaries) {
        finish_mean(summary.coverage);
        finish_mean(summary.quality);
        finish_mean(summary.excess);
    }
    std::ranges::stable_sort(summaries, is_better);
    return summaries;
}

bool is_full(const CaseMean& mean, const MethodSummary& summary) {
    return mean.value == 1.0 && mean.cases >= summary.coverage.cases;
}

std::optional<bool> is_right_throughout(const MethodSummary& summary) {
    if (summary.judged == 0 || (summary.right > 0 && summary.right < summary.judged)) {
        return std::nullopt;
    }
    return summary.right > 0;
}

std::vector<std::string> summary_heads() {
    return {"Method", "Coverage %", "Quality %", "Excess", "Right cases"};
}

std::vector<std::string> summary_cells(const MethodSummary& summary) {
    const std::string nothing = "–";
    const CaseMean& quality = summary.quality;
    return {
        summary.title, summary.coverage.value ? percent_text(*summary.coverage.value) : nothing,
        quality.value ? percent_text(*quality.value) + " (" + std::to_string(quality.cases) + ")"
                      : nothing,
        summary.excess.value ? rounded_text(*summary.excess.value, 1) : nothing,
        summary.judged > 0 ? std::to_string(summary.right) + " of " + std::to_string(summary.judged)
                           : nothing};
}

std::string summary_note() {
    return "Means over the cases; quality over those with contacts, whose number stands in "
           "brackets. Right: every expected normal is found, and no contact has a wrong one; in "
           "cases of the field and scenes of your own nothing else is at fault either, such as a "
           "place or "
           "a separation.";
}

}  // namespace touchstone::reports
