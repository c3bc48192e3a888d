#include "reports/writers/markdown_writer.h"

#include <optional>
#include <ostream>
#include <utility>

#include "reports/tables/method_summary.h"
#include "reports/tables/report_lines.h"
#include "reports/tables/report_tables.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kMostCasesAcross =
    12;  // cases side by side; more of them stand below each other

std::string markdown_cell_text(const std::optional<TableCell>& cell) {
    if (!cell) {
        return {};
    }
    // The checks say it themselves.
    const bool is_marked = cell->ours.starts_with("✓") || cell->ours.starts_with("✗");
    std::string text = cell->ours + (is_marked ? "" : right_mark(*cell));
    if (!cell->range.empty()) {
        text += " " + cell->range;
    }
    if (!cell->paper.empty()) {
        text += " " + paper_text(*cell);
    }
    return text;
}

/// Writes a line per method, the best first.
void write_summary(std::ostream& out, const Report& report) {
    out << "\n## Summary\n\n" << summary_note() << "\n\n";
    std::vector<TableLine> lines{summary_heads()};
    for (const MethodSummary& summary : summarize(report)) {
        lines.push_back(summary_cells(summary));
        lines.back()[0] = markdown_escaped(lines.back()[0]);
        if (const std::optional<bool> right = is_right_throughout(summary)) {
            lines.back().back() += *right ? " ✓" : " ✗";
        }
    }
    write_text_table(out, std::move(lines));
}

void write_table(std::ostream& out, const ReportTable& stated) {
    // As the paper has it, cases across, unless that makes much the longer lines.
    const bool is_wide =
        stated.columns.size() > kMostCasesAcross && stated.columns.size() > stated.rows.size();
    const ReportTable table = is_wide ? transposed(stated) : stated;
    std::vector<TableLine> lines(1, {table.heading});
    for (const std::string& column : table.columns) {
        lines[0].push_back(markdown_escaped(column));
    }
    for (const ReportTable::Row& row : table.rows) {
        lines.push_back({markdown_escaped(row.title)});
        for (const std::optional<TableCell>& cell : row.cells) {
            lines.back().push_back(markdown_cell_text(cell));
        }
    }
    write_text_table(out, std::move(lines));
}

/// Writes a section; omitted without lines.
void write_section(std::ostream& out, const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return;
    }
    out << "\n## " << title << "\n\n";
    for (const std::string& line : lines) {
        out << "- " << markdown_escaped(line) << '\n';
    }
}

}  // namespace

void write_markdown(std::ostream& out, const Report& report) {
    out << "# Contact points against their right answers\n\n";
    for (const std::string& line : provenance_lines(report.provenance)) {
        out << "- " << markdown_escaped(line) << '\n';
    }
    for (const std::string& line : paper_lines(report)) {
        out << "- " << markdown_escaped(line) << '\n';
    }
    if (report.stopped) {
        out << "- Stopped early: rows are missing\n";
    }
    if (!report.rows.empty()) {
        write_summary(out, report);
    }
    for (const ReportTable& table : make_tables(report)) {
        out << "\n## " << table.title << "\n\n" << table.note << "\n\n";
        write_table(out, table);
    }
    write_section(out, "No answer", refusal_lines(report));
    write_section(out, "Where the truth cannot be told", truth_lines(report));
    write_section(out, "Where coordinates are rounded", rounding_lines(report));
    write_section(out, "Variants that come out differently", variant_lines(report));
    write_section(out, "Agreement with the paper", agreement_lines(report));
    out << "\n## Audit\n\n";
    const std::vector<std::string> audits = audit_lines(report);
    for (const std::string& line : audits) {
        out << "- " << markdown_escaped(line) << '\n';
    }
    if (audits.empty()) {
        out << "Every contact is finite, has a unit normal, lies within the bounds of both bodies, "
               "is "
               "no deeper\nthan they overlap, and is there once.\n";
    }
}

}  // namespace touchstone::reports
