#include "reports/writers/markdown_writer.h"

#include <ostream>
#include <utility>

#include "reports/tables/report_tables.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

std::string markdown_cell_text(const std::optional<TableCell>& cell) {
    if (!cell) {
        return {};
    }
    std::string text = cell->ours;
    if (!cell->range.empty()) {
        text += " " + cell->range;
    }
    if (!cell->paper.empty()) {
        text += " " + paper_text(*cell);
    }
    return text;
}

void write_table(std::ostream& out, const ReportTable& table) {
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

/// Left out without lines.
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
    for (const ReportTable& table : make_tables(report)) {
        out << "\n## " << table.title << "\n\n" << table.note << "\n\n";
        write_table(out, table);
    }
    write_section(out, "No answer", refusal_lines(report));
    write_section(out, "Where the truth cannot be told", truth_lines(report));
    write_section(out, "Where coordinates are rounded", rounding_lines(report));
    write_section(out, "Variants that come out differently", variant_lines(report));
    if (report.agreement.cells > 0) {
        out << "\n## Agreement with the paper\n\n";
        for (const std::string& line : agreement_lines(report)) {
            out << "- " << line << '\n';
        }
    }
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
