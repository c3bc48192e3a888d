#include "reports/writers/latex_writer.h"

#include <algorithm>
#include <ostream>

#include "reports/tables/report_lines.h"
#include "reports/tables/report_tables.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

constexpr int kColumnsPerBlock = 5;  // number of cases side by side: as many as fit on a page

constexpr const char* kPreamble = R"(\documentclass[10pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[landscape,margin=15mm]{geometry}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{%
  \newcommand{\toprule}{\hline}\newcommand{\midrule}{\hline}\newcommand{\bottomrule}{\hline}}
\setlength{\parindent}{0pt}
\begin{document}
)";

std::string latex_cell_text(const std::optional<TableCell>& cell) {
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
    return latex_escaped(text);
}

/// Writes some columns of a table; a table wider than the page is split into several of these.
void write_block(std::ostream& out, const ReportTable& table, int first, int last) {
    out << "\\begin{tabular}{l" << std::string(last - first, 'l') << "}\n\\toprule\n"
        << latex_escaped(table.heading);
    for (int i = first; i < last; ++i) {
        out << " & " << latex_escaped(table.columns[i]);
    }
    out << " \\\\\n\\midrule\n";
    for (const ReportTable::Row& row : table.rows) {
        out << latex_escaped(row.title);
        for (int i = first; i < last; ++i) {
            out << " & " << latex_cell_text(row.cells[i]);
        }
        out << " \\\\\n";
    }
    out << "\\bottomrule\n\\end{tabular}\n\n\\medskip\n";
}

void write_lines(std::ostream& out, const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return;
    }
    out << "\\subsection*{" << title << "}\n\\begin{itemize}\n";
    for (const std::string& line : lines) {
        out << "\\item {}" << latex_escaped(line) << '\n';
    }
    out << "\\end{itemize}\n";
}

}  // namespace

void write_latex(std::ostream& out, const Report& report) {
    out << "% touchstone-report-1\n" << kPreamble;
    std::vector<std::string> lines = provenance_lines(report.provenance);
    const std::vector<std::string> paper = paper_lines(report);
    lines.insert(lines.end(), paper.begin(), paper.end());
    if (report.stopped) {
        lines.emplace_back("Stopped early: rows are missing");
    }
    write_lines(out, "Contact points against their right answers", lines);
    for (const ReportTable& table : make_tables(report)) {
        out << "\n\\subsection*{" << latex_escaped(table.title) << "}\n"
            << latex_escaped(table.note) << "\n\n\\medskip\n\\scriptsize\n";
        const int columns = static_cast<int>(table.columns.size());
        for (int first = 0; first < columns; first += kColumnsPerBlock) {
            write_block(out, table, first, std::min(first + kColumnsPerBlock, columns));
        }
        out << "\\normalsize\n";
    }
    write_lines(out, "No answer", refusal_lines(report));
    write_lines(out, "Where the truth cannot be told", truth_lines(report));
    write_lines(out, "Where coordinates are rounded", rounding_lines(report));
    write_lines(out, "Variants that come out differently", variant_lines(report));
    write_lines(out, "Agreement with the paper", agreement_lines(report));
    write_lines(out, "Audit", audit_lines(report));
    out << "\\end{document}\n";
}

}  // namespace touchstone::reports
