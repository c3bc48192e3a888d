#include "reports/writers/terminal_writer.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/tables/method_summary.h"
#include "reports/tables/report_lines.h"
#include "reports/tables/report_tables.h"
#include "reports/text/number_text.h"
#include "reports/text/text_table.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kMostLines = 8;  // lines of a list; all are in the Markdown

std::string brief_number(double value, int digits) {
    const std::string text = rounded_text(value, digits);
    return text.find_first_not_of("-0.") == std::string::npos ? rounded_text(0.0, digits) : text;
}

void write_section_title(std::ostream& out, const std::string& text, const TerminalStyle& style) {
    out << '\n' << toned(text, Tone::Strong, style) << '\n';
}

Tone tone_of(const std::optional<bool>& right) {
    return !right ? Tone::Plain : *right ? Tone::Good : Tone::Bad;
}

void write_summary_table(std::ostream& out, const Report& report, const TerminalStyle& style) {
    TerminalTable table{summary_heads(), {}};
    for (const MethodSummary& summary : summarize(report)) {
        std::vector<TonedCell> cells;
        for (const std::string& text : summary_cells(summary)) {
            cells.push_back({printable(text)});
        }
        cells[1].tone = is_full(summary.coverage, summary) ? Tone::Good : Tone::Plain;
        cells[2].tone = is_full(summary.quality, summary) ? Tone::Good : Tone::Plain;
        cells.back().tone = tone_of(is_right_throughout(summary));
        table.rows.push_back(std::move(cells));
    }
    write_terminal_table(out, table, style);
}

std::string whole_percent(const std::optional<double>& share) {
    return share ? rounded_text(100.0 * *share, 0) : "–";
}

/// Returns the result of one method for one case: "✓", or coverage and quality in per cent, and
/// where these are full what else is wrong.
TonedCell row_cell(const StudyRow& row) {
    const std::optional<bool> right = is_right(row);
    if (!row.answered()) {
        return {row.outcome == Outcome::Failed ? "failed" : "–", tone_of(right)};
    }
    if (right == true) {
        return {"✓", Tone::Good};
    }
    const std::optional<double> coverage = metric_value(row, "coverage");
    const std::optional<double> quality = metric_value(row, "quality");
    if (!coverage && !quality) {
        return {right ? "✗" : "?", tone_of(right)};
    }
    const bool are_full = coverage.value_or(1.0) == 1.0 && quality.value_or(1.0) == 1.0;
    if (are_full && right == false) {
        const std::string names = fault_names(row.faults);
        return {names.empty() ? "✗" : names.substr(0, names.find(',')), Tone::Bad};
    }
    return {whole_percent(coverage) + "/" + whole_percent(quality), tone_of(right)};
}

/// Returns the title, or where that is long and says it in more letters the id, which can be typed.
const std::string& case_name(const StudyRow& row) {
    constexpr std::size_t kLongTitle = 20;
    const bool is_long = shown_width(row.case_title) > kLongTitle;
    return is_long && shown_width(row.case_id) < shown_width(row.case_title) ? row.case_id
                                                                             : row.case_title;
}

/// Returns the table with cases down and methods across, or the other way round where that is
/// shorter.
TerminalTable matrix_of(const Report& report) {
    std::map<std::string, std::size_t> places;
    TerminalTable table{{"Case"}, {}};
    std::vector<std::string> cases;
    for (const StudyRow& row : report.rows) {
        const auto [place, is_new] = places.emplace(row.generator_id, table.heads.size());
        if (is_new) {
            table.heads.push_back(printable(row.generator_title));
        }
        if (cases.empty() || cases.back() != row.case_id) {
            cases.push_back(row.case_id);
            table.rows.push_back({{printable(case_name(row))}});
        }
        std::vector<TonedCell>& cells = table.rows.back();
        cells.resize(std::max(cells.size(), place->second + 1));
        cells[place->second] = row_cell(row);
    }
    for (std::vector<TonedCell>& cells : table.rows) {
        cells.resize(table.heads.size());
    }
    return table;
}

TerminalTable turned(const TerminalTable& table) {
    TerminalTable result{{"Method"}, {}};
    for (const std::vector<TonedCell>& row : table.rows) {
        result.heads.push_back(row[0].text);
    }
    for (std::size_t i = 1; i < table.heads.size(); ++i) {
        result.rows.push_back({{table.heads[i]}});
        for (const std::vector<TonedCell>& row : table.rows) {
            result.rows.back().push_back(row[i]);
        }
    }
    return result;
}

void write_list(std::ostream& out, const char* title, const std::vector<std::string>& lines,
                const TerminalStyle& style) {
    if (lines.empty()) {
        return;
    }
    write_section_title(out, title, style);
    for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
        write_wrapped(out, printable(lines[i]), 2, style);
    }
    if (lines.size() > kMostLines) {
        out << toned("and " + std::to_string(lines.size() - kMostLines) + " more: --format md",
                     Tone::Faint, style)
            << '\n';
    }
}

std::string origin_line(const Report& report) {
    const Provenance& provenance = report.provenance;
    std::string text = "Profile " + std::string(profile_id(provenance.profile)) + ", query " +
                       std::to_string(provenance.query);
    if (provenance.pose) {
        text += ", pose " + std::string(pose_id(*provenance.pose));
    }
    return text + "; Touchstone " + provenance.version + ", commit " + provenance.commit + ".";
}

std::string vector_text(const Vec3& vector, int digits) {
    std::string text;
    for (const double x : {vector.x(), vector.y(), vector.z()}) {
        append_item(text, brief_number(x, digits), " ");
    }
    return text;
}

}  // namespace

void write_terminal(std::ostream& out, const Report& report, const TerminalStyle& style) {
    if (report.stopped) {
        out << toned("Stopped early: rows are missing", Tone::Bad, style) << '\n';
    }
    if (report.rows.empty()) {
        return;
    }
    write_summary_table(out, report, style);
    TerminalTable matrix = matrix_of(report);
    if (matrix.heads.size() - 1 > matrix.rows.size()) {
        matrix = turned(matrix);
    }
    write_section_title(out, "Case by case: ✓ right, else coverage/quality in %", style);
    write_terminal_table(out, matrix, style);
    write_list(out, "Agreement with the paper", agreement_lines(report), style);
    write_list(out, "No answer", refusal_lines(report), style);
    write_list(out, "Where the truth cannot be told", truth_lines(report), style);
    write_list(out, "Variants that come out differently", variant_lines(report), style);
    const std::size_t audits = audit_lines(report).size();
    if (audits > 0) {
        write_list(out, "Audit",
                   {std::to_string(audits) + " of " + std::to_string(report.rows.size()) +
                    " rows have contacts that are doubled, too deep, out of bounds, or no unit "
                    "normals: --format md names them"},
                   style);
    }
    out << '\n';
    write_wrapped(out, summary_note(), 0, style);
    write_wrapped(out, origin_line(report), 0, style);
}

void write_terminal(std::ostream& out, const ContactList& list, const TerminalStyle& style) {
    const std::string count = std::to_string(list.contacts.size());
    write_wrapped(out,
                  count + (list.contacts.size() == 1 ? " contact" : " contacts") + " of " +
                      printable(list.generator_id) + " in " + printable(list.case_id) +
                      ", profile " + std::string(profile_id(list.provenance.profile)) + ", query " +
                      std::to_string(list.provenance.query) + ", pose " +
                      std::string(pose_id(list.pose)),
                  2, style);
    if (list.contacts.empty()) {
        return;
    }
    TerminalTable table{{"A", "B", "Position (m)", "Normal", "Separation (m)"}, {}};
    for (const ContactPoint& contact : list.contacts) {
        table.rows.push_back({{printable(list.body_names.at(contact.body_a))},
                              {printable(list.body_names.at(contact.body_b))},
                              {vector_text(contact.position, 4)},
                              {vector_text(contact.normal, 3)},
                              {brief_number(contact.separation, 6)}});
    }
    write_terminal_table(out, table, style);
}

}  // namespace touchstone::reports
