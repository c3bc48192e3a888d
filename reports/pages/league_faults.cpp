#include "reports/pages/league_faults.h"

#include <algorithm>
#include <ostream>

#include "methods/base/base64.h"
#include "methods/base/join.h"
#include "reports/pages/league_matrix.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

/// Describes the fault of a contact, in the words of every report.
std::string fault_text(const Offender& offender) {
    StudyRow row;
    row.contacts = {offender.contact};
    row.judgement.verdicts = {offender.verdict};
    const std::vector<WrongContact> wrong = wrong_contacts(row);
    std::string text = wrong.empty() ? "" : wrong[0].error;
    if (offender.outside) {
        append_item(text, "outside the bodies");
    }
    return text;
}

void write_offender(std::ostream& out, const LeagueCell& cell, const Offender& offender) {
    const auto body = [&](int index) {
        return index >= 0 && index < std::ssize(cell.bodies) ? xml_escaped(cell.bodies[index])
                                                             : std::string("?");
    };
    out << "<li>" << body(offender.contact.body_a) << " – " << body(offender.contact.body_b) << ": "
        << xml_escaped(fault_text(offender));
    if (const double angle = offender.verdict.angle; angle == angle) {
        out << ", " << rounded_text(angle, 1) << "° off";
    }
    out << "; at (" << rounded_text(offender.contact.position, 4) << "), normal ("
        << rounded_text(offender.contact.normal, 4) << "), separation "
        << rounded_text(offender.contact.separation, 5) << " m</li>";
}

void write_line(std::ostream& out, const LeagueReport& report, int row_index, int case_index) {
    const LeagueRow& row = report.result.rows[row_index];
    const LeagueCase& league_case = report.result.cases[case_index];
    const LeagueCell& cell = *report.result.cell(row_index, case_index);
    out << "<tr id=\"" << fault_anchor(row, case_index) << "\" data-errors=\"" << error_words(cell)
        << "\"><th scope=\"row\">" << xml_escaped(league_case.title) << "</th><td>"
        << xml_escaped(league_error_text(cell)) << "</td><td>";
    if (!cell.offenders.empty()) {
        out << "<ul class=\"off\">";
        for (const Offender& offender : cell.offenders) {
            write_offender(out, cell, offender);
        }
        const int more = cell.offender_count - static_cast<int>(cell.offenders.size());
        if (more > 0) {
            out << "<li>and " << more << " more</li>";
        }
        out << "</ul>";
    }
    out << "</td><td><code>" << xml_escaped(viewer_command(report, row, league_case))
        << "</code></td></tr>\n";
}

void write_picture(std::ostream& out, const LeagueReport& report, const Picture& picture) {
    const auto cases = static_cast<int>(report.result.cases.size());
    const LeagueRow& row = report.result.rows[picture.row / cases];
    const int case_index = picture.row % cases;
    const LeagueCell& cell = *report.result.cell(picture.row / cases, case_index);
    const std::string title = xml_escaped(report.result.cases[case_index].title);
    out << "<figure data-errors=\"" << error_words(cell) << "\">";
    if (picture.png.empty()) {
        out << "<p>No picture: " << xml_escaped(picture.why_not) << "</p>";
    } else {
        out << "<img loading=\"lazy\" width=\"480\" height=\"360\" alt=\"" << xml_escaped(row.title)
            << ", " << title << "\" src=\"data:image/png;base64," << base64(picture.png) << "\">";
    }
    out << "<figcaption><a href=\"#" << fault_anchor(row, case_index) << "\">" << title
        << "</a>: " << xml_escaped(league_error_text(cell)) << "</figcaption></figure>\n";
}

void write_row(std::ostream& out, const LeagueReport& report, int row_index,
               const std::vector<Picture>& pictures) {
    const LeagueResult& result = report.result;
    const LeagueRow& row = result.rows[row_index];
    std::vector<int> faulty;
    for (int c = 0; c < std::ssize(result.cases); ++c) {
        if (const std::optional<LeagueCell>& cell = result.cell(row_index, c);
            cell && cell->has_faults()) {
            faulty.push_back(c);
        }
    }
    if (faulty.empty()) {
        return;
    }
    const LeagueSummary summary = summarize(result, row_index);
    out << "<details data-row=\"" << xml_escaped(row.id) << "\"><summary><b>"
        << xml_escaped(row.title) << "</b> " << faulty.size() << " of " << summary.judged
        << " judged cases are not as they must be</summary>\n<div class=\"wide\" "
           "tabindex=\"0\"><table class=\"faulty\">\n<thead><tr><th scope=\"col\">Case</th><th "
           "scope=\"col\">What is wrong</th><th scope=\"col\">First wrong contacts</th><th "
           "scope=\"col\">In the viewer</th></tr></thead>\n<tbody>\n";
    for (const int index : faulty) {
        write_line(out, report, row_index, index);
    }
    out << "</tbody></table></div>\n<div class=\"pictures\">\n";
    const auto cases = static_cast<int>(result.cases.size());
    for (const Picture& picture : pictures) {
        if (picture.row / cases == row_index) {
            write_picture(out, report, picture);
        }
    }
    out << "</div>\n</details>\n";
}

}  // namespace

void write_league_faults(std::ostream& out, const LeagueReport& report,
                         const LeaguePictures& pictures) {
    out << "<p>Of each row the cases in which something is wrong; excess alone is no fault. The "
           "command lines are for a shell in the folder of this page.";
    if (!pictures.why_none.empty()) {
        out << " No pictures: " << xml_escaped(pictures.why_none) << '.';
    } else if (pictures.left_out > 0) {
        out << " Pictures: " << pictures.taken.size() << ", right contacts green, wrong ones red, "
            << "true regions and missing normals blue; none of " << pictures.left_out
            << " further faulty cells (--pictures all takes them).";
    }
    out << "</p>\n";
    for (int r = 0; r < std::ssize(report.result.rows); ++r) {
        write_row(out, report, r, pictures.taken);
    }
}

std::vector<std::string> no_answer_lines(const LeagueReport& report) {
    const LeagueResult& result = report.result;
    std::vector<std::string> lines;
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        for (const Outcome outcome : {Outcome::Failed, Outcome::Unsupported}) {
            int count = 0;
            std::string first;
            for (int c = 0; c < std::ssize(result.cases); ++c) {
                const std::optional<LeagueCell>& cell = result.cell(r, c);
                if (cell && cell->outcome == outcome) {
                    first = count == 0 ? result.cases[c].title + ": " + cell->reason : first;
                    ++count;
                }
            }
            if (count > 0) {
                lines.push_back(result.rows[r].title + ": " + outcome_id(outcome) + " in " +
                                std::to_string(count) + (count == 1 ? " case; " : " cases; ") +
                                first);
            }
        }
    }
    return lines;
}

std::vector<std::string> spread_lines(const LeagueReport& report) {
    const LeagueResult& result = report.result;
    const std::vector<int> stepped = result.stepped_cases();
    std::vector<std::string> lines;
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        const auto add = [&](int case_index, const std::string& text) {
            lines.push_back(result.rows[r].title + ", " + result.cases[case_index].title + ": " +
                            text);
        };
        for (int c = 0; c < std::ssize(result.cases); ++c) {
            const std::optional<LeagueCell>& cell = result.cell(r, c);
            if (cell && !cell->repeatable) {
                add(c, spread_text(*cell));
            }
        }
        for (int i = 0; i < std::ssize(stepped); ++i) {
            const std::optional<MotionTrial>& trial = result.trial(r, i);
            if (trial && !trial->repeatable) {
                add(stepped[i], "other contacts within the first " +
                                    std::to_string(kRepeatedSteps) + " steps of the motion");
            }
        }
    }
    return lines;
}

}  // namespace touchstone::reports
