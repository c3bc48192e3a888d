#include "reports/tables/columns.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "testcases/settings/shared_owner.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

void add_row_columns(std::vector<Column>& columns) {
    columns.push_back({"case", [](const Report&, const StudyRow& row) { return row.case_id; }});
    columns.push_back(
        {"generator", [](const Report&, const StudyRow& row) { return row.generator_id; }});
    columns.push_back({"profile", [](const Report&, const StudyRow& row) {
                           return std::string(profile_id(row.profile));
                       }});
    columns.push_back({"pose", [](const Report&, const StudyRow& row) {
                           return std::string(pose_id(row.pose));
                       }});
    columns.push_back({"query", [](const Report&, const StudyRow& row) { return row.query; }});
}

/// Adds the figures of these groups, in their order.
void add_figure_columns(std::vector<Column>& columns, std::initializer_list<std::string> groups) {
    for (const Figure<StudyRow>& figure : contact_figures()) {
        if (std::ranges::find(groups, figure.group) != groups.end()) {
            columns.push_back({figure.id(), [&figure](const Report&, const StudyRow& row) {
                                   return figure_value(figure, row);
                               }});
        }
    }
}

/// Adds a column that is empty where the paper has no such value.
template <typename Value>
void add_paper_column(std::vector<Column>& columns, const std::string& id,
                      std::optional<Value> PaperValues::*value) {
    columns.push_back({id, [value](const Report&, const StudyRow& row) {
                           return table_value(paper_values(row).*value);
                       }});
}

/// Adds a column that is empty where nothing is counted as agreeing or not.
void add_agreement_column(std::vector<Column>& columns, const std::string& id,
                          bool Agreement::*agrees) {
    columns.push_back({id, [agrees](const Report&, const StudyRow& row) {
                           return row.agreement ? yes_or_no((*row.agreement).*agrees)
                                                : TableValue();
                       }});
}

void add_paper_columns(std::vector<Column>& columns) {
    add_paper_column(columns, "paper_contacts", &PaperValues::contacts);
    add_paper_column(columns, "paper_correct", &PaperValues::correct);
    add_paper_column(columns, "paper_quality", &PaperValues::quality);
    add_paper_column(columns, "paper_coverage", &PaperValues::coverage);
    add_paper_column(columns, "paper_excess", &PaperValues::excess);
    add_paper_column(columns, "paper_area_coverage", &PaperValues::area_coverage);
    add_agreement_column(columns, "quality_agrees", &Agreement::quality);
    add_agreement_column(columns, "coverage_agrees", &Agreement::coverage);
    add_agreement_column(columns, "excess_agrees", &Agreement::excess);
}

/// Adds two columns that are empty without jitter, or where the range is.
template <typename Read>
void add_range_columns(std::vector<Column>& columns, const std::string& name, Read read) {
    columns.push_back({"jitter_" + name + "_min", [read](const Report&, const StudyRow& row) {
                           const auto range = row.jitter ? read(*row.jitter) : std::nullopt;
                           return range ? TableValue(range->low) : TableValue();
                       }});
    columns.push_back({"jitter_" + name + "_max", [read](const Report&, const StudyRow& row) {
                           const auto range = row.jitter ? read(*row.jitter) : std::nullopt;
                           return range ? TableValue(range->high) : TableValue();
                       }});
}

void add_jitter_columns(std::vector<Column>& columns) {
    columns.push_back({"jitter_shifts", [](const Report&, const StudyRow& row) {
                           return row.jitter ? TableValue(row.jitter->shifts) : TableValue();
                       }});
    add_range_columns(columns, "contacts",
                      [](const JitterRange& jitter) { return std::optional(jitter.contacts); });
    add_range_columns(columns, "correct",
                      [](const JitterRange& jitter) { return std::optional(jitter.correct); });
    add_range_columns(columns, "quality", [](const JitterRange& jitter) { return jitter.quality; });
    add_range_columns(columns, "coverage",
                      [](const JitterRange& jitter) { return jitter.coverage; });
    add_range_columns(columns, "excess", [](const JitterRange& jitter) { return jitter.excess; });
    add_range_columns(columns, "area_coverage",
                      [](const JitterRange& jitter) { return jitter.area_coverage; });
}

void add_check_columns(std::vector<Column>& columns) {
    add_figure_columns(columns, {"audit"});
    columns.push_back({.id = "passes",
                       .value =
                           [](const Report&, const StudyRow& row) {
                               const std::optional<bool> right = passes(row);
                               return right ? yes_or_no(*right) : TableValue();
                           },
                       .of_refusals = true});
    columns.push_back({"faults", [](const Report&, const StudyRow& row) {
                           return row.checked ? TableValue(fault_names(row.faults)) : TableValue();
                       }});
    add_figure_columns(columns, {"verdicts"});
}

void add_provenance_columns(std::vector<Column>& columns) {
    columns.push_back({"schema", [](const Report&, const StudyRow&) {
                           return std::string("touchstone-report-1");
                       }});
    columns.push_back({"version", [](const Report& report, const StudyRow&) {
                           return report.provenance.version;
                       }});
    columns.push_back(
        {"commit", [](const Report& report, const StudyRow&) { return report.provenance.commit; }});
    columns.push_back({"settings", [](const Report& report, const StudyRow& row) {
                           return settings_text(report.provenance, row.generator_id);
                       }});
}

}  // namespace

std::vector<Column> report_columns() {
    std::vector<Column> columns;
    add_row_columns(columns);
    const std::size_t answers = columns.size();
    add_figure_columns(columns, {"", "correct_at"});
    add_paper_columns(columns);
    add_jitter_columns(columns);
    add_check_columns(columns);
    // Without an answer there is nothing to count, not even a zero.
    for (std::size_t i = answers; i < columns.size(); ++i) {
        if (columns[i].of_refusals) {
            continue;
        }
        columns[i].value = [value = std::move(columns[i].value)](const Report& report,
                                                                 const StudyRow& row) {
            return row.answered() ? value(report, row) : TableValue();
        };
    }
    add_provenance_columns(columns);
    return columns;
}

std::string settings_text(const Provenance& provenance, std::string_view generator_id) {
    std::string text = "profile=" + std::string(profile_id(provenance.profile));
    for (const SettingsSection& section : provenance.sections) {
        if (is_shared_owner(section.owner) || section.owner == generator_id) {
            for (const OptionValue& value : section.values) {
                text += " " + section.owner + "." + std::string(value.id) + "=" + value.value;
            }
        }
    }
    return text;
}

}  // namespace touchstone::reports
