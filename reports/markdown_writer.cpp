#include "reports/markdown_writer.h"

#include <algorithm>
#include <ostream>

#include "methods/base/printable.h"
#include "reports/report_tables.h"

namespace touchstone {
namespace {

/// Plain text that stays plain in a Markdown table.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : printable(text)) {
        if (std::string_view("\\`*[]<>|").find(c) != std::string_view::npos) {
            result += '\\';
        }
        result += c;
    }
    return result;
}

std::string cell_text(const std::optional<TableCell>& cell) {
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

/// Characters, as a terminal shows them: bytes that do not continue another.
int width(const std::string& text) {
    return static_cast<int>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void write_line(std::ostream& out, const std::vector<std::string>& cells,
                const std::vector<int>& widths) {
    out << '|';
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << ' ' << cells[i] << std::string(widths[i] - width(cells[i]), ' ') << " |";
    }
    out << '\n';
}

void write_table(std::ostream& out, const ReportTable& table) {
    std::vector<std::vector<std::string>> lines(1, {table.heading});
    for (const std::string& column : table.columns) {
        lines[0].push_back(escaped(column));
    }
    for (const ReportTable::Row& row : table.rows) {
        lines.push_back({escaped(row.title)});
        for (const std::optional<TableCell>& cell : row.cells) {
            lines.back().push_back(cell_text(cell));
        }
    }
    std::vector<int> widths(lines[0].size(), 3);
    for (const std::vector<std::string>& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], width(line[i]));
        }
    }
    std::vector<std::string> rules;
    for (const int w : widths) {
        rules.push_back(std::string(w, '-'));
    }
    lines.insert(lines.begin() + 1, rules);
    for (const std::vector<std::string>& line : lines) {
        write_line(out, line, widths);
    }
}

/// Left out without lines.
void write_section(std::ostream& out, const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return;
    }
    out << "\n## " << title << "\n\n";
    for (const std::string& line : lines) {
        out << "- " << escaped(line) << '\n';
    }
}

}  // namespace

void write_markdown(std::ostream& out, const Report& report) {
    out << "# Contact points against their right answers\n\n";
    for (const std::string& line : provenance_lines(report.provenance)) {
        out << "- " << escaped(line) << '\n';
    }
    for (const std::string& line : paper_lines(report)) {
        out << "- " << escaped(line) << '\n';
    }
    if (report.stopped) {
        out << "- Stopped early: rows are missing\n";
    }
    for (const ReportTable& table : make_tables(report)) {
        out << "\n## " << table.title << "\n\n" << table.note << "\n\n";
        write_table(out, table);
    }
    write_section(out, "Generators that cannot be asked", refusal_lines(report));
    write_section(out, "Where the truth cannot be told", truth_lines(report));
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
        out << "- " << escaped(line) << '\n';
    }
    if (audits.empty()) {
        out << "Every contact is finite, has a unit normal, lies within the bounds of both bodies, "
               "is "
               "no deeper\nthan they overlap, and is there once.\n";
    }
}

}  // namespace touchstone
