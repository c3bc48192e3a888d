#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "reports/tables/method_summary.h"
#include "reports/tables/report_tables.h"

namespace touchstone::reports {

/// A cell of a sortable table: text, or a number with the text that shows it.
struct HtmlCell {
    std::string text;
    std::optional<double> number = std::nullopt;  ///< number by which it is sorted
    std::string kind = {};                        ///< "right" or "wrong"; empty: neither
};

/// Makes a cell of a value times `scale`, with so many digits; empty when there is no value.
HtmlCell number_cell(const std::optional<double>& value, double scale, int digits);

/// A table with one row per item, which the page's script sorts and, when it is long, filters.
struct HtmlTable {
    std::vector<std::string> columns;
    std::vector<std::vector<HtmlCell>> rows;
    std::vector<std::string> keys = {};  ///< key of each row for scripts; empty: none
};

/// Writes the table in a box that scrolls, so that the page is never wider than the screen.
void write_html_table(std::ostream& out, const HtmlTable& table);

/// Writes one of the report's tables, the paper's value below ours where it is shown. What is wrong
/// is shown by weight as well as by colour.
void write_html_table(std::ostream& out, const ReportTable& table);

/// Writes a line per method, the best first, with bars of the right cases.
void write_html_summary(std::ostream& out, const std::vector<MethodSummary>& summaries);

/// Writes every option with its value, a line each.
void write_html_settings(std::ostream& out, const std::vector<SettingsSection>& sections);

/// Writes coverage, quality and excess, with their counts, in one table: those of `tables` with
/// these ids.
void write_html_overview(std::ostream& out, const std::vector<ReportTable>& tables);
/// Returns true for a table that belongs to the overview.
bool is_in_overview(const ReportTable& table);

/// Writes a list without numbers; nothing without lines.
void write_html_list(std::ostream& out, const std::vector<std::string>& lines);

}  // namespace touchstone::reports
