#include "reports/pages/league_matrix.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "methods/base/join.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

constexpr const char* kAllShown = "verdict coverage quality excess";

struct Shown {
    const char* id;
    const char* label;
};
constexpr std::array<Shown, 4> kShown{{{"verdict", "right or not"},
                                       {"coverage", "coverage %"},
                                       {"quality", "quality %"},
                                       {"excess", "excess"}}};

void write_option(std::ostream& out, const std::string& value, const std::string& label) {
    out << "<option value=\"" << xml_escaped(value) << "\">" << xml_escaped(label) << "</option>";
}

template <typename Text>
std::vector<std::string> distinct(const LeagueReport& report, const Text& text) {
    std::vector<std::string> values;
    for (const LeagueRow& row : report.result.rows) {
        if (std::ranges::find(values, text(row)) == values.end()) {
            values.push_back(text(row));
        }
    }
    return values;
}

void write_select(std::ostream& out, const char* label, const std::vector<std::string>& values) {
    out << "<label>" << label << " <select><option value=\"\">all</option>";
    for (const std::string& value : values) {
        write_option(out, value, value);
    }
    out << "</select></label>\n";
}

const char* grade(double value) { return value == 1.0 ? "full" : value == 0.0 ? "none" : "part"; }

void write_number(std::ostream& out, const char* id, const std::optional<double>& value,
                  double scale, int digits) {
    if (!value) {
        out << "<span class=\"m void " << id << "\">·</span>";
        return;
    }
    out << "<span class=\"m " << grade(*value) << ' ' << id << "\">"
        << rounded_text(scale * *value, digits) << "</span>";
}

std::string tooltip(const LeagueRow& row, const LeagueCase& league_case, const LeagueCell& cell) {
    std::string text = row.title + ", " + league_case.title + ": ";
    if (!cell.judged()) {
        return text + outcome_id(cell.outcome) + ": " + cell.reason;
    }
    text += std::to_string(cell.figures.contacts) + " contacts, " + std::to_string(cell.correct) +
            " right";
    const std::string errors = league_error_text(cell);
    return text + (errors.empty() ? "" : "; " + errors) +
           (cell.repeatable ? "" : "; not repeatable: " + spread_text(cell));
}

void write_cell(std::ostream& out, const LeagueReport& report, int row_index, int case_index) {
    const LeagueRow& row = report.result.rows[row_index];
    const std::optional<LeagueCell>& cell = report.result.cell(row_index, case_index);
    if (!cell) {
        out << "<td></td>";
        return;
    }
    out << "<td data-errors=\"" << error_words(*cell) << "\" title=\""
        << xml_escaped(tooltip(row, report.result.cases[case_index], *cell)) << "\">";
    if (!cell->judged()) {
        const bool failed = cell->outcome == Outcome::Failed;
        out << "<span class=\"m " << (failed ? "failed " : "void ") << kAllShown << "\">"
            << (failed                                  ? "!"
                : cell->outcome == Outcome::Unsupported ? "–"
                                                        : "")
            << "</span></td>";
        return;
    }
    const bool faulty = cell->has_faults();
    if (faulty) {
        out << "<a href=\"#" << fault_anchor(row, case_index) << "\">";
    }
    out << "<span class=\"m " << (faulty ? "none" : "full") << " verdict\">" << (faulty ? "✗" : "✓")
        << "</span>";
    write_number(out, "coverage", cell->figures.coverage, 100.0, 0);
    write_number(out, "quality", cell->figures.quality, 100.0, 0);
    write_number(out, "excess", cell->figures.excess, 1.0, 1);
    out << (faulty ? "</a></td>" : "</td>");
}

/// Returns the heading of a case: for field cases the id, which is shorter.
std::string head_of(const LeagueCase& league_case) {
    std::string text = is_field(league_case) ? league_case.name : league_case.title;
    std::ranges::replace(text, '_', ' ');
    return text;
}

void write_matrix(std::ostream& out, const LeagueReport& report, const std::string& id,
                  const std::vector<int>& cases, std::string_view chosen) {
    out << "<div>\n";
    for (const Shown& shown : kShown) {
        out << "<input type=\"radio\" class=\"switch show-" << shown.id << "\" name=\"" << id
            << "\" id=\"" << id << '-' << shown.id << '"' << (shown.id == chosen ? " checked" : "")
            << "> <label for=\"" << id << '-' << shown.id << "\">" << shown.label << "</label>\n";
    }
    out << "<div class=\"wide matrix\" tabindex=\"0\"><table>\n<thead><tr><th "
           "scope=\"col\"></th>";
    for (const int index : cases) {
        const LeagueCase& league_case = report.result.cases[index];
        out << "<th scope=\"col\" title=\"" << xml_escaped(league_case.title) << "\"><span>"
            << xml_escaped(head_of(league_case)) << "</span></th>";
    }
    out << "</tr></thead>\n<tbody>\n";
    for (int r = 0; r < std::ssize(report.result.rows); ++r) {
        const LeagueRow& row = report.result.rows[r];
        out << "<tr data-row=\"" << xml_escaped(row.id) << "\" data-form=\""
            << xml_escaped(row.form) << "\" data-settings=\""
            << xml_escaped(settings_kind(report, row)) << '"'
            << (row.not_installed.empty() ? "" : " class=\"absent\"") << "><th scope=\"row\">"
            << xml_escaped(row.title) << "<span class=\"row-note\">"
            << (row.not_installed.empty()
                    ? xml_escaped(row.form) + ", " + xml_escaped(settings_kind(report, row))
                    : "not installed")
            << "</span></th>";
        for (const int index : cases) {
            write_cell(out, report, r, index);
        }
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n</div>\n";
}

}  // namespace

std::string error_words(const LeagueCell& cell) {
    std::string words;
    const auto add = [&](const char* word) { append_item(words, word, " "); };
    for (const LeagueError& error : league_errors()) {
        if (cell.judged() && error.count(cell) > 0) {
            add(error.id);
        }
    }
    if (!cell.judged()) {
        add(outcome_id(cell.outcome));
    }
    if (!cell.repeatable) {
        add("not_repeatable");
    }
    return words;
}

std::string fault_anchor(const LeagueRow& row, int case_index) {
    return "f-" + row.id + "-" + std::to_string(case_index);
}

void write_league_filter(std::ostream& out, const LeagueReport& report) {
    out << "<div class=\"filter league-filter\" hidden>\n<label>Only with <select><option "
           "value=\"\">anything</option>";
    for (const LeagueError& error : league_errors()) {
        write_option(out, error.id, error.title);
    }
    for (const auto& [id, label] :
         {std::pair("failed", "failed"), std::pair("unsupported", "unsupported"),
          std::pair("not_installed", "not installed"),
          std::pair("not_repeatable", "not repeatable")}) {
        write_option(out, id, label);
    }
    out << "</select></label>\n";
    write_select(out, "Bodies as", distinct(report, [](const LeagueRow& row) { return row.form; }));
    write_select(out, "Settings", distinct(report, [&](const LeagueRow& row) {
                     return settings_kind(report, row);
                 }));
    out << "<output></output>\n</div>\n";
}

void write_league_matrices(std::ostream& out, const LeagueReport& report) {
    std::vector<int> known;
    std::vector<int> field;
    for (int i = 0; i < std::ssize(report.result.cases); ++i) {
        (is_field(report.result.cases[i]) ? field : known).push_back(i);
    }
    out << "<p>✓ nothing is wrong; ✗ something is, a click says what; – it says that it cannot "
           "represent a body; ! it failed; · nothing to measure.</p>\n";
    if (!known.empty()) {
        out << "<h3 id=\"known\">Cases with known answers</h3>\n";
        write_matrix(out, report, "m1", known, "coverage");
    }
    if (!field.empty()) {
        out << "<h3 id=\"field\">Faults from the field</h3>\n";
        write_matrix(out, report, "m2", field, "verdict");
    }
}

}  // namespace touchstone::reports
