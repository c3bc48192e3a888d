#include "reports/tables/impacts/impact_table.h"

#include <cmath>
#include <limits>

namespace touchstone::reports {
namespace {

constexpr double kMicro = 1e6;

TableValue count_value(std::int64_t count) {
    return count <= std::numeric_limits<int>::max() ? TableValue(static_cast<int>(count))
                                                    : TableValue(static_cast<double>(count));
}

TableValue known(double value) { return std::isnan(value) ? TableValue() : TableValue(value); }

/// Adds mean, quantiles and largest value of a histogram.
void add_distribution(std::vector<ImpactColumn>& columns, const std::string& id, double scale,
                      const std::function<const LogHistogram&(const ImpactStudyRow&)>& of) {
    columns.push_back(
        {id + "_mean", [=](const ImpactStudyRow& row) { return known(scale * of(row).mean()); }});
    for (const auto& [name, share] : {std::pair("_median", 0.5), {"_p90", 0.9}, {"_p99", 0.99}}) {
        columns.push_back({id + name, [=, part = share](const ImpactStudyRow& row) {
                               return known(scale * of(row).quantile(part));
                           }});
    }
    columns.push_back({id + "_worst", [=](const ImpactStudyRow& row) {
                           return known(scale * of(row).largest());
                       }});
}

}  // namespace

std::vector<ImpactColumn> impact_columns() {
    using Row = ImpactStudyRow;
    std::vector<ImpactColumn> columns{
        {"set", [](const Row& row) { return TableValue(row.set); }},
        {"kind", [](const Row& row) { return TableValue(std::string(kind_name(row.kind))); }},
        {"method", [](const Row& row) { return TableValue(row.method); }},
        {"separation", [](const Row& row) { return TableValue(row.separation); }},
        {"queries", [](const Row& row) { return count_value(row.figures.queries); }},
        {"hits", [](const Row& row) { return count_value(row.figures.hits); }},
        {"false_positives",
         [](const Row& row) { return count_value(row.figures.false_positives); }},
        {"missed", [](const Row& row) { return count_value(row.figures.missed); }},
        {"late", [](const Row& row) { return count_value(row.figures.late); }},
        {"late_worst", [](const Row& row) { return TableValue(row.figures.worst_late); }},
    };
    const auto early = [](const Row& row) -> const LogHistogram& { return row.figures.early; };
    add_distribution(columns, "early", 1.0, early);
    add_distribution(columns, "early_length", 1.0, [](const Row& row) -> const LogHistogram& {
        return row.figures.early_length;
    });
    add_distribution(columns, "microseconds", kMicro,
                     [](const Row& row) -> const LogHistogram& { return row.seconds; });
    add_distribution(columns, "work", 1.0,
                     [](const Row& row) -> const LogHistogram& { return row.work; });
    columns.push_back({"capped", [](const Row& row) { return count_value(row.capped); }});
    columns.push_back({"accuracy_worst", [](const Row& row) { return row.worst_accuracy; }});
    const char* const proofs[kImpactProofs]{"unproven", "separated", "conservative", "certified",
                                            "exact"};
    for (int i = 0; i < kImpactProofs; ++i) {
        columns.push_back({proofs[i], [i](const Row& row) {
                               return count_value(row.proofs[static_cast<std::size_t>(i)]);
                           }});
    }
    return columns;
}

}  // namespace touchstone::reports
