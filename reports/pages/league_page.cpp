#include "reports/pages/league_page.h"

#include <array>
#include <ostream>
#include <set>

#include "reports/pages/html_assets.h"
#include "reports/pages/html_tables.h"
#include "reports/pages/league_assets.h"
#include "reports/pages/league_faults.h"
#include "reports/pages/league_matrix.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

constexpr const char* kTitle = "The league of contact points";

/// Writes "9 methods and 42 rows of 11 engines, 44 cases".
std::string size_text(const LeagueResult& result) {
    int methods = 0;
    int absent = 0;
    std::set<std::string> engines;
    for (const LeagueRow& row : result.rows) {
        methods += row.kind == RowKind::Method ? 1 : 0;
        absent += row.not_installed.empty() ? 0 : 1;
        if (row.kind != RowKind::Method) {
            engines.insert(row.kind == RowKind::Engine ? row.program : row.id);
        }
    }
    std::string text = std::to_string(methods) + " methods, " + std::to_string(engines.size()) +
                       " engines in " + std::to_string(std::ssize(result.rows) - methods) +
                       " rows by form and settings, " + std::to_string(result.cases.size()) +
                       " cases";
    return text + (absent > 0 ? "; " + std::to_string(absent) + " rows are not installed" : "");
}

HtmlCell count_cell(int count) { return {std::to_string(count), count}; }

HtmlCell mean_cell(const LeagueMean& mean, double scale, int digits) {
    return mean.value ? HtmlCell{rounded_text(scale * *mean.value, digits) + " (" +
                                     std::to_string(mean.cases) + ")",
                                 *mean.value}
                      : HtmlCell{"–"};
}

HtmlCell share_cell(int some, int all) {
    return all == 0 ? HtmlCell{"–"}
                    : HtmlCell{std::to_string(some) + " of " + std::to_string(all),
                               static_cast<double>(some) / all};
}

void write_lead(std::ostream& out, const LeagueReport& report, const LeaguePageExtras& extras) {
    out << "<p class=\"lead\">" << xml_escaped(size_text(report.result))
        << ": are the contacts that they hand to a solver the right ones?</p>\n";
    out << "<p>Made " << (extras.date.empty() ? "" : xml_escaped(extras.date) + " ")
        << "by Touchstone " << xml_escaped(report.provenance.version) << ", commit "
        << xml_escaped(report.provenance.commit) << '.'
        << (report.result.stopped ? " <b>Stopped early: cells are missing.</b>" : "")
        << "</p>\n<nav aria-label=\"Sections\"><ul>\n"
           "<li><a href=\"#table\">All in one table</a></li>\n"
           "<li><a href=\"#cases\">Case by case</a></li>\n"
           "<li><a href=\"#motion\">Motion</a></li>\n"
           "<li><a href=\"#faults\">What is wrong</a></li>\n"
           "<li><a href=\"#answers\">No answer</a></li>\n"
           "<li><a href=\"#times\">Times</a></li>\n"
           "<li><a href=\"#rows\">Who takes part</a></li>\n"
           "<li><a href=\"#rules\">How to read it</a></li>\n"
           "<li><a href=\"#settings\">Settings and origin</a></li>\n</ul></nav>\n";
}

std::vector<HtmlCell> summary_cells(const LeagueReport& report, int index) {
    const LeagueRow& row = report.result.rows[index];
    const LeagueSummary summary = summarize(report.result, index);
    std::vector<HtmlCell> cells{{row.title}, {row.form}, {settings_kind(report, row)}};
    if (!row.not_installed.empty()) {
        cells.push_back({"not installed"});
        cells.resize(15);
        return cells;
    }
    const int asked = summary.judged + summary.unsupported + summary.failed;
    cells.push_back(share_cell(summary.judged, asked));
    cells.push_back(mean_cell(summary.coverage, 100.0, 1));
    cells.push_back(mean_cell(summary.quality, 100.0, 1));
    cells.push_back(mean_cell(summary.excess, 1.0, 2));
    cells.push_back(share_cell(summary.right, summary.judged));
    cells.push_back(share_cell(summary.field_passes, summary.field_judged));
    for (std::size_t i = 0; i < 4; ++i) {
        cells.push_back(count_cell(summary.errors[i]));
    }
    cells.push_back(count_cell(summary.failed));
    cells.push_back(number_cell(summary.wall_time, 1.0, 1));
    cells.push_back(
        {summary.repeatable ? "yes" : "no", std::nullopt, summary.repeatable ? "" : "wrong"});
    return cells;
}

void write_summary(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    out << "<h2 id=\"table\">All in one table</h2>\n<p>Means are over the cases with known "
           "answers that the row was judged in, their number in brackets; what it does not claim "
           "to do counts nowhere. The faults from the field have a column of their own. The four "
           "kinds of errors count cases that have them.</p>\n";
    HtmlTable table;
    table.columns = {"Row",
                     "Bodies as",
                     "Settings",
                     "Judged",
                     "Coverage (%)",
                     "Quality (%)",
                     "Excess",
                     "Nothing wrong",
                     "Field passes",
                     "Missed contacts in",
                     "Wrong normals in",
                     "Excess in",
                     "Outside in",
                     "Failed",
                     "µs per pair, Wall",
                     "Repeatable"};
    for (int i = 0; i < std::ssize(report.result.rows); ++i) {
        table.rows.push_back(summary_cells(report, i));
        table.rows.back().resize(table.columns.size());
        table.keys.push_back(report.result.rows[i].id);
    }
    write_html_table(out, table);
}

void write_cases(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    out << "<h2 id=\"cases\">Case by case</h2>\n";
    write_league_filter(out, report);
    write_league_matrices(out, report);
}

std::vector<HtmlCell> motion_cells(const LeagueRow& row, const LeagueCase& league_case,
                                   const MotionTrial& trial) {
    const bool bad = !trial.judged() || trial.fell();
    const bool unsupported = trial.outcome == Outcome::Unsupported;
    std::vector<HtmlCell> cells{{league_case.title},
                                {row.title},
                                {unsupported ? "–" : trial_text(trial), std::nullopt,
                                 unsupported ? ""
                                 : bad       ? "wrong"
                                             : "right"}};
    if (trial.steps == 0) {
        return cells;
    }
    const auto share = [](std::int64_t some, std::int64_t all) {
        return all == 0
                   ? HtmlCell{}
                   : HtmlCell{rounded_text(
                                  100.0 * static_cast<double>(some) / static_cast<double>(all), 1),
                              static_cast<double>(some) / static_cast<double>(all)};
    };
    cells.push_back(count_cell(trial.steps));
    cells.push_back(number_cell(trial.drift, 1e3, 2));
    cells.push_back(number_cell(trial.tilt, 1.0, 3));
    cells.push_back({exact_text(trial.kinetic).size() > 8 ? rounded_text(trial.kinetic, 4)
                                                          : exact_text(trial.kinetic),
                     trial.kinetic});
    cells.push_back(number_cell(trial.penetration, 1e3, 2));
    cells.push_back({rounded_text(trial.contacts.mean, 0) + " (" +
                         std::to_string(trial.contacts.min) + "–" +
                         std::to_string(trial.contacts.max) + ")",
                     trial.contacts.mean});
    cells.push_back(share(trial.wrong_contacts, trial.judged_contacts));
    cells.push_back(share(trial.steps_with_missed, trial.judged_steps));
    cells.push_back({std::to_string(trial.silent), static_cast<double>(trial.silent),
                     trial.silent > 0 ? "wrong" : ""});
    cells.push_back(
        {trial.repeatable ? "yes" : "no", std::nullopt, trial.repeatable ? "" : "wrong"});
    return cells;
}

void write_motion(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    const LeagueResult& result = report.result;
    const std::vector<int> stepped = result.stepped_cases();
    out << "<h2 id=\"motion\">Motion</h2>\n";
    if (stepped.empty()) {
        out << "<p>Nothing was stepped.</p>\n";
        return;
    }
    out << "<p>" << result.steps
        << " steps of our solver with the contacts of each row. A structure counts as fallen at "
           "the first step after which a body has turned by more than 15° or moved by more than "
           "5&nbsp;% of the scene's height; its trial ends there. Others end after "
        << kMostTrialContacts
        << " contacts. Contacts are judged while no body has turned by more than 0.5°: where "
           "those are right and the structure falls all the same, the solver or too few contacts "
           "let it fall, and where they are wrong, the contacts did. On the Wall the end brick of "
           "the top layer, balanced over an edge, is what mostly falls.</p>\n";
    HtmlTable table;
    table.columns = {"Case",
                     "Row",
                     "Outcome",
                     "Steps",
                     "Moved (mm)",
                     "Turned (°)",
                     "Kinetic energy (J)",
                     "Deepest penetration (mm)",
                     "Contacts, mean (range)",
                     "Wrong of judged (%)",
                     "Steps with missed normals (%)",
                     "Silent overlaps",
                     "Repeatable"};
    for (int i = 0; i < std::ssize(stepped); ++i) {
        for (int r = 0; r < std::ssize(result.rows); ++r) {
            const std::optional<MotionTrial>& trial = result.trial(r, i);
            if (trial && result.rows[r].not_installed.empty()) {
                table.rows.push_back(
                    motion_cells(result.rows[r], result.cases[stepped[i]], *trial));
                table.rows.back().resize(table.columns.size());
                table.keys.push_back(result.rows[r].id);
            }
        }
    }
    write_html_table(out, table);
}

void write_faults(std::ostream& out, const LeagueReport& report, const LeaguePageExtras& extras) {
    out << "<h2 id=\"faults\">What is wrong</h2>\n";
    write_league_faults(out, report, extras.pictures);
}

void write_answers(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    out << "<h2 id=\"answers\">No answer, or another one</h2>\n";
    write_html_list(out, no_answer_lines(report));
    const std::vector<std::string> spreads = spread_lines(report);
    out << (spreads.empty() ? "<p>Asked again, every row gave the same bits.</p>\n"
                            : "<p>Asked again, these came out otherwise:</p>\n");
    write_html_list(out, spreads);
}

/// Makes the cell of a row's time over all its cells of these cases.
HtmlCell time_cell(const LeagueResult& result, int row, const std::string& name) {
    CellTimes sum;
    for (int c = 0; c < std::ssize(result.cases); ++c) {
        const std::optional<LeagueCell>& cell = result.cell(row, c);
        const LeagueCase& league_case = result.cases[c];
        if (cell && cell->judged() && cell->times.seconds &&
            (league_case.name == name || league_case.group == name)) {
            sum.pairs += cell->times.pairs;
            sum.seconds = sum.seconds.value_or(0.0) + *cell->times.seconds;
        }
    }
    return number_cell(microseconds_per_pair(sum), 1.0, 1);
}

/// The cases whose times are in one column: a case or a group.
struct TimeColumn {
    std::string name;
    std::string title;
};
std::vector<TimeColumn> time_columns() {
    std::vector<TimeColumn> columns{{std::string(kFundamentalCasesGroup), "Fundamental"}};
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.stepped) {
            columns.push_back({entry.id, entry.title});
        }
    }
    columns.push_back({std::string(kFieldCasesGroup), "Field"});
    return columns;
}

void write_times(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    out << "<h2 id=\"times\">Times</h2>\n<p>Microseconds per pair of bodies whose bounds overlap: "
           "the fastest of several repetitions of the first query. Engines state the time of "
           "their own query themselves; ours is that of the method on one thread, the colliders "
           "made. Talking to a program is in neither. Times differ from run to run and are no "
           "part of what must be repeatable.</p>\n";
    HtmlTable table;
    table.columns = {"Row"};
    for (const TimeColumn& column : time_columns()) {
        table.columns.push_back(column.title);
    }
    for (int r = 0; r < std::ssize(report.result.rows); ++r) {
        if (!report.result.rows[r].not_installed.empty()) {
            continue;
        }
        table.rows.push_back({{report.result.rows[r].title}});
        for (const TimeColumn& column : time_columns()) {
            table.rows.back().push_back(time_cell(report.result, r, column.name));
        }
        table.keys.push_back(report.result.rows[r].id);
    }
    write_html_table(out, table);
}

void write_rows(std::ostream& out, const LeagueReport& report, const LeaguePageExtras&) {
    out << "<h2 id=\"rows\">Who takes part</h2>\n<p>Versions, precision and settings are what a "
           "program says of itself; claims are its makers', with where they say so.</p>\n";
    HtmlTable table;
    table.columns = {"Row",      "Command",   "Version", "Precision", "Bodies as",
                     "Settings", "In detail", "Claims",  "Source"};
    for (const LeagueRow& row : report.result.rows) {
        table.rows.push_back({{row.title},
                              {row.shown_command},
                              {row.not_installed.empty() ? row.version : row.not_installed},
                              {row.precision},
                              {row.form},
                              {settings_kind(report, row)},
                              {row.settings},
                              {row.claims},
                              {row.source}});
        table.keys.push_back(row.id);
    }
    write_html_table(out, table);
}

void write_rules(std::ostream& out, const LeagueReport&, const LeaguePageExtras&) {
    out << "<h2 id=\"rules\">How to read it</h2>\n";
    write_html_list(
        out,
        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): sentences of several lines.
        {"Coverage: expected normals that at least one contact has. Quality: contacts whose "
         "normal is right, of all contacts. Excess: contacts, divided by the fewest that span the "
         "contact region. Read the first two together: one right contact alone has full quality, "
         "and a shower of normals covers everything.",
         "In the fundamental cases and in Pillar, Wall and Arch bodies touch exactly, up to "
         "rounding. That is where the right answer is known, and where a stack at rest is. An "
         "engine that lets bodies sink a little first is not seen at its best there.",
         "A manifold of few points is a choice: excess below one is no error. That its points do "
         "not span the contact region is told as a wrong area, where the answer states one.",
         "An engine is never scored on what it does not claim: a body that it cannot represent "
         "makes the case a dash, which no mean counts.",
         "Best: the settings its documentation names for contact points, margins 0 where it has "
         "them, full manifolds where it offers them. Default: as it comes.",
         "Each question is asked twice, of two processes that have been asked different things "
         "before; the answers are compared bit for bit. Where they differ the row is not "
         "repeatable, and the cell shows what differs.",
         "Outside the bodies: a position outside the bounds of a body of the pair. Out of place: "
         "outside the true contact region by more than its tolerance.",
         "Sweeps and variants count with the worst they show."});
}

void write_settings(std::ostream& out, const LeagueReport& report, const LeaguePageExtras& extras) {
    out << "<h2 id=\"settings\">Settings and origin</h2>\n<ul>\n<li>Touchstone "
        << xml_escaped(report.provenance.version) << ", commit "
        << xml_escaped(report.provenance.commit) << ", schema touchstone-league-1</li>\n";
    if (!extras.command.empty()) {
        out << "<li>Made by <code>" << xml_escaped(extras.command) << "</code></li>\n";
    }
    out << "<li>Data: league.csv, league.json, motion.csv, league_times.csv beside this "
           "page</li>\n</ul>\n";
    write_html_settings(out, report.provenance.sections);
}

/// The sections of the page from top to bottom: one function, one line here.
using WriteLeagueSection = void (*)(std::ostream&, const LeagueReport&, const LeaguePageExtras&);
constexpr std::array<WriteLeagueSection, 10> kLeagueSections{
    &write_lead,    &write_summary, &write_cases, &write_motion, &write_faults,
    &write_answers, &write_times,   &write_rows,  &write_rules,  &write_settings};

}  // namespace

void write_league_page(std::ostream& out, const LeagueReport& report,
                       const LeaguePageExtras& extras) {
    const std::string style = league_style();
    const std::string script = league_script();
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << page_policy(style, script)
        << "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<meta name=\"generator\" content=\"Touchstone "
        << xml_escaped(report.provenance.version) << ", touchstone-league-1\">\n<title>" << kTitle
        << "</title>\n<style>" << style << "</style>\n</head>\n<body>\n<h1>" << kTitle << "</h1>\n";
    for (const WriteLeagueSection& write : kLeagueSections) {
        write(out, report, extras);
    }
    out << "<script>" << script << "</script>\n</body>\n</html>\n";
}

}  // namespace touchstone::reports
