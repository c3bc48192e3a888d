#include "reports/html_writer.h"

#include <array>
#include <ostream>

#include "reports/report_tables.h"
#include "reports/text_escape.h"

namespace touchstone {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8886; --good: #1a7f37; --bad: #b35900; --soft: #8881; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; }
thead th { background: var(--soft); }
td > span { display: block; white-space: nowrap; }
.paper, .range { opacity: 0.75; font-size: 0.85em; }
.agrees .ours { color: var(--good); } .differs .ours { color: var(--bad); font-weight: 600; }
@media print {
  @page { size: A4 landscape; margin: 1cm; }
  body { font-size: 9pt; max-width: none; padding: 0; } table { font-size: 7pt; }
  .wide { overflow: visible; } h2 { break-after: avoid; } tr { break-inside: avoid; }
}
)";

void write_list(std::ostream& out, const std::vector<std::string>& lines) {
    out << "<ul>\n";
    for (const std::string& line : lines) {
        out << "<li>" << xml_escaped(line) << "</li>\n";
    }
    out << "</ul>\n";
}

void write_cell(std::ostream& out, const std::optional<TableCell>& cell) {
    if (!cell) {
        out << "<td></td>";
        return;
    }
    // The words are there for those who cannot tell the colours apart.
    const char* kind = !cell->agrees ? "" : *cell->agrees ? "agrees" : "differs";
    out << "<td class=\"" << kind << "\"><span class=\"ours\">" << xml_escaped(cell->ours)
        << "</span>";
    if (!cell->range.empty()) {
        out << "<span class=\"range\">" << xml_escaped(cell->range) << "</span>";
    }
    if (!cell->paper.empty()) {
        const char* const sign = !cell->agrees ? "" : *cell->agrees ? "= " : "≠ ";
        out << "<span class=\"paper\">" << sign << "paper " << xml_escaped(cell->paper)
            << "</span>";
    }
    out << "</td>";
}

void write_table(std::ostream& out, const ReportTable& table) {
    out << "<h2 id=\"" << xml_escaped(table.id) << "\">" << xml_escaped(table.title) << "</h2>\n<p>"
        << xml_escaped(table.note) << "</p>\n<div class=\"wide\"><table>\n<thead><tr><th "
        << "scope=\"col\">" << xml_escaped(table.heading) << "</th>";
    for (const std::string& column : table.columns) {
        out << "<th scope=\"col\">" << xml_escaped(column) << "</th>";
    }
    out << "</tr></thead>\n<tbody>\n";
    for (const ReportTable::Row& row : table.rows) {
        out << "<tr><th scope=\"row\">" << xml_escaped(row.title) << "</th>";
        for (const std::optional<TableCell>& cell : row.cells) {
            write_cell(out, cell);
        }
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

void write_summary(std::ostream& out, const Report& report) {
    std::vector<std::string> lines = provenance_lines(report.provenance);
    const std::vector<std::string> paper = paper_lines(report);
    lines.insert(lines.end(), paper.begin(), paper.end());
    if (report.stopped) {
        lines.emplace_back("Stopped early: rows are missing");
    }
    write_list(out, lines);
}

void write_tables(std::ostream& out, const Report& report) {
    for (const ReportTable& table : make_tables(report)) {
        write_table(out, table);
    }
}

void write_agreement(std::ostream& out, const Report& report) {
    if (report.agreement.cells == 0) {
        return;
    }
    out << "<h2 id=\"agreement\">Agreement with the paper</h2>\n<p>Erleben 2018, Table 8.</p>\n";
    write_list(out, agreement_lines(report));
}

/// Left out without lines.
void write_section(std::ostream& out, const char* id, const char* title,
                   const std::vector<std::string>& lines) {
    if (!lines.empty()) {
        out << "<h2 id=\"" << id << "\">" << title << "</h2>\n";
        write_list(out, lines);
    }
}

void write_truth(std::ostream& out, const Report& report) {
    write_section(out, "refusals", "No answer", refusal_lines(report));
    write_section(out, "truth", "Where the truth cannot be told", truth_lines(report));
    write_section(out, "variants", "Variants that come out differently", variant_lines(report));
}

void write_audit(std::ostream& out, const Report& report) {
    out << "<h2 id=\"audit\">Audit</h2>\n";
    const std::vector<std::string> lines = audit_lines(report);
    if (lines.empty()) {
        out << "<p>Every contact is finite, has a unit normal, lies within the bounds of both "
               "bodies, is "
               "no deeper than they overlap, and is there once.</p>\n";
        return;
    }
    write_list(out, lines);
}

void write_settings(std::ostream& out, const Report& report) {
    out << "<h2 id=\"settings\">Settings</h2>\n<div class=\"wide\"><table>\n<thead><tr><th "
           "scope=\"col\">Option</th><th scope=\"col\">Value</th></tr></thead>\n<tbody>\n";
    for (const SettingsSection& section : report.provenance.sections) {
        for (const OptionValue& value : section.values) {
            out << "<tr><td>" << xml_escaped(section.owner + "." + std::string(value.id))
                << "</td><td>" << xml_escaped(value.value) << "</td></tr>\n";
        }
    }
    out << "</tbody></table></div>\n";
}

/// The page from top to bottom. Pictures and plots are sections too: one function, one line here.
using WriteSection = void (*)(std::ostream&, const Report&);
constexpr std::array<WriteSection, 6> kSections{&write_summary,   &write_tables, &write_truth,
                                                &write_agreement, &write_audit,  &write_settings};

}  // namespace

void write_html(std::ostream& out, const Report& report) {
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        << "style-src 'unsafe-inline'; img-src data:\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<meta name=\"generator\" content=\"Touchstone "
        << xml_escaped(report.provenance.version)
        << ", touchstone-report-1\">\n<title>Contact points against their right "
        << "answers</title>\n<style>" << kStyle << "</style>\n</head>\n<body>\n"
        << "<h1>Contact points against their right answers</h1>\n";
    for (const WriteSection& write : kSections) {
        write(out, report);
    }
    out << "</body>\n</html>\n";
}

}  // namespace touchstone
