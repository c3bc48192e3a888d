#include "reports/pages/impact_page.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <span>

#include "methods/continuous/exact_impact.h"
#include "reports/pages/html_assets.h"
#include "reports/pages/html_tables.h"
#include "reports/plots/query_drawing.h"
#include "reports/provenance/version.h"
#include "reports/text/number_text.h"
#include "reports/text/shell_word.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

constexpr const char* kImpactTitle = "Contact times against the truth";
constexpr int kPicturesPerRow = 2;  ///< of wrong answers, and again of false positives
constexpr int kMostPictures = 48;

HtmlCell plain_count(std::int64_t count) {
    return {std::to_string(count), static_cast<double>(count)};
}

/// Returns a cell for a number of faults, which is good when there are none: told by a sign beside
/// the colour.
HtmlCell fault_count(std::int64_t count) {
    return {count == 0 ? "0" : "≠ " + std::to_string(count), static_cast<double>(count),
            count == 0 ? "agrees" : "differs"};
}

HtmlCell scaled_cell(double value, double scale, int digits) {
    return std::isnan(value) ? HtmlCell{"–"}
                             : HtmlCell{rounded_text(scale * value, digits), scale * value};
}

std::vector<HtmlCell> impact_cells(const ImpactStudyRow& row) {
    const ImpactFigures& figures = row.figures;
    return {{row.method},
            plain_count(figures.false_positives),
            fault_count(figures.missed),
            fault_count(figures.late),
            scaled_cell(figures.early.quantile(0.5), 1e6, 3),
            scaled_cell(figures.early.largest(), 1e6, 3),
            scaled_cell(row.seconds.mean(), 1e6, 2),
            scaled_cell(row.seconds.quantile(0.5), 1e6, 2),
            scaled_cell(row.seconds.quantile(0.99), 1e6, 2),
            scaled_cell(row.work.mean(), 1.0, 1),
            scaled_cell(row.work.largest(), 1.0, 0),
            plain_count(row.capped)};
}

/// Writes the rows from `first` on that are of one set and kind; returns the place of the next one.
std::size_t write_impact_section(std::ostream& out, const std::vector<ImpactStudyRow>& rows,
                                 std::size_t first) {
    const ImpactStudyRow& head = rows[first];
    out << "<h3>" << xml_escaped(head.set) << ", " << kind_name(head.kind) << ": "
        << head.figures.queries << " queries, " << head.figures.hits << " hits</h3>\n";
    HtmlTable table;
    table.columns = {"Method",
                     "False positives",
                     "Missed",
                     "Late",
                     "Early, median (10⁻⁶ of a step)",
                     "Early, worst (10⁻⁶ of a step)",
                     "µs, mean",
                     "µs, median",
                     "µs, 99 %",
                     "Work, mean",
                     "Work, worst",
                     "At the cap"};
    std::size_t next = first;
    for (; next < rows.size() && rows[next].set == head.set && rows[next].kind == head.kind;
         ++next) {
        table.rows.push_back(impact_cells(rows[next]));
    }
    write_html_table(out, table);
    return next;
}

void write_no_answers(std::ostream& out, const std::vector<std::string>& no_answers) {
    if (no_answers.empty()) {
        return;
    }
    out << "<h3 id=\"no-answer\">No answer</h3>\n<p>These gave none to some query, and so have no "
           "row there.</p>\n<ul>\n";
    for (const std::string& line : no_answers) {
        out << "<li>" << xml_escaped(line) << "</li>\n";
    }
    out << "</ul>\n";
}

void write_impact_pictures(std::ostream& out, const std::vector<ImpactPicture>& pictures) {
    out << "<h2 id=\"wrong\">What is wrong</h2>\n";
    if (pictures.empty()) {
        out << "<p>Nothing: no contact is missed, none reported late, and none that is not there."
               "</p>\n";
        return;
    }
    out << "<p>Of each row the first queries that were missed or answered late, then the first "
           "false positives. The first element is blue, the second orange; pale at the start, "
           "strong at the end, with a dark outline at the first touch. False positives are safe; "
           "they come within rounding or within the tolerance.</p>\n<div class=\"pictures\">\n";
    for (const ImpactPicture& picture : pictures) {
        out << "<figure>\n"
            << picture.svg << "<figcaption>" << xml_escaped(picture.set) << ", query "
            << picture.number << ": " << xml_escaped(picture.truth) << ".<br>";
        for (const std::string& answer : picture.answers) {
            out << xml_escaped(answer) << "<br>";
        }
        if (!picture.view.empty()) {
            out << "<code>" << xml_escaped(picture.view) << "</code><br>";
        }
        out << "<code>" << xml_escaped(picture.command) << "</code></figcaption></figure>\n";
    }
    out << "</div>\n";
}

using QueryPlace = std::pair<std::string, std::int64_t>;  ///< set, number

/// Returns the first few wrong answers of each row, by query in the order of sets and numbers.
std::map<QueryPlace, std::vector<std::string>> wrong_answers(const ImpactReport& report) {
    std::map<QueryPlace, std::vector<std::string>> answers;
    for (const ImpactStudyRow& row : report.result.rows) {
        for (const std::vector<WrongImpact>* list : {&row.wrong, &row.false_hits}) {
            for (const WrongImpact& wrong :
                 std::span(*list).first(std::min<std::size_t>(kPicturesPerRow, list->size()))) {
                const QueryPlace place{row.set, wrong.number};
                if (answers.contains(place) || std::ssize(answers) < kMostPictures) {
                    answers[place].push_back(row.method + ": " + impact_verdict_id(wrong.verdict));
                }
            }
        }
    }
    return answers;
}

ImpactPicture make_impact_picture(const StatedQuery& stated, const QueryPlace& place,
                                  const std::vector<std::string>& answers,
                                  const ImpactSettings& settings) {
    const ExactImpact truth = find_exact_impact(stated.query, 0.0, settings.t_max);
    ImpactPicture picture;
    picture.set = place.first;
    picture.number = place.second;
    picture.answers = answers;
    picture.truth = truth.hit ? "touches first at t = " + exact_text(truth.low) : "never touches";
    picture.svg = draw_query(stated.query, truth.hit ? std::optional(truth.low) : std::nullopt);
    return picture;
}

}  // namespace

std::vector<ImpactPicture> make_impact_pictures(const ImpactReport& report,
                                                const std::vector<QuerySet>& sets,
                                                const std::string& kind_option) {
    const std::map<QueryPlace, std::vector<std::string>> answers = wrong_answers(report);
    std::vector<ImpactPicture> pictures;
    for (const QuerySet& set : sets) {
        auto next = answers.lower_bound({set.name, 0});
        const auto end = answers.upper_bound({set.name, std::numeric_limits<std::int64_t>::max()});
        const QueryStream stream = next == end ? QueryStream() : set.open();
        StatedQuery stated;
        for (std::int64_t number = 0; next != end && stream(stated); ++number) {
            if (number == next->first.second) {
                pictures.push_back(
                    make_impact_picture(stated, next->first, next->second, report.settings));
                const std::string& name = set.source.empty() ? set.name : set.source;
                const std::string n = std::to_string(set.first + number);
                std::string& command = pictures.back().command;
                command = "touchstone report ccd ";
                command.append(shell_word(name)).append(kind_option).append(" --only ").append(n);
                if (kind_option.empty()) {  // the viewer goes by the path
                    std::string query = name;
                    query.append("#").append(n);
                    pictures.back().view = "touchstone view " + shell_word(query);
                }
                ++next;
            }
        }
    }
    return pictures;
}

void write_impact_html(std::ostream& out, const ImpactReport& report,
                       const std::vector<ImpactPicture>& pictures, const std::string& command) {
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << page_policy() << "\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<meta name=\"generator\" content=\"Touchstone " << xml_escaped(program_version())
        << ", touchstone-impacts-1\">\n<title>" << kImpactTitle << "</title>\n<style>"
        << page_style() << "</style>\n</head>\n<body>\n<h1>" << kImpactTitle << "</h1>\n"
        << "<p class=\"lead\">Do two moving elements of meshes touch, and when first? "
        << report.result.queries
        << " queries, each judged by exact arithmetic. A method may report what only comes close, "
           "and a time before the true one; a contact that is missed or late lets bodies pass "
           "into each other.</p>\n<p>Touchstone "
        << xml_escaped(program_version()) << ", commit " << xml_escaped(program_commit())
        << "; <code>" << xml_escaped(command) << "</code>"
        << (report.result.stopped ? ". <b>Stopped early: rows are missing.</b>" : "") << "</p>\n"
        << "<nav aria-label=\"Sections\"><ul>\n<li><a href=\"#tables\">Set by set</a></li>\n"
           "<li><a href=\"#wrong\">What is wrong</a></li>\n</ul></nav>\n"
           "<h2 id=\"tables\">Set by set</h2>\n";
    for (std::size_t first = 0; first < report.result.rows.size();) {
        first = write_impact_section(out, report.result.rows, first);
    }
    write_no_answers(out, report.result.no_answers);
    write_impact_pictures(out, pictures);
    out << "<script>" << page_script() << "</script>\n</body>\n</html>\n";
}

}  // namespace touchstone::reports
