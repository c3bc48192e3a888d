#include <ostream>

#include "methods/base/join.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"
#include "reports/writers/league_writers.h"

namespace touchstone::reports {
namespace {

constexpr const char* kDash = "–";  // nothing was measured; not the same as 0

std::string mean_text(const LeagueMean& mean, double scale, int digits) {
    return mean.value
               ? rounded_text(scale * *mean.value, digits) + " (" + std::to_string(mean.cases) + ")"
               : kDash;
}

std::string of_text(int some, int all) {
    return all == 0 ? kDash : std::to_string(some) + " of " + std::to_string(all);
}

TableLine summary_line(const LeagueReport& report, int index) {
    const LeagueRow& row = report.result.rows[index];
    const LeagueSummary summary = summarize(report.result, index);
    TableLine line{markdown_escaped(row.title), markdown_escaped(row.form),
                   markdown_escaped(settings_kind(report, row))};
    if (!row.not_installed.empty()) {
        line.insert(line.end(), {"not installed", "", "", "", "", "", "", "", ""});
        return line;
    }
    const int asked = summary.judged + summary.unsupported + summary.failed;
    line.insert(line.end(),
                {of_text(summary.judged, asked), mean_text(summary.coverage, 100.0, 0),
                 mean_text(summary.quality, 100.0, 0), mean_text(summary.excess, 1.0, 1),
                 of_text(summary.right, summary.judged),
                 of_text(summary.field_passes, summary.field_judged),
                 summary.failed == 0 ? "" : std::to_string(summary.failed),
                 summary.wall_time ? rounded_text(*summary.wall_time, 1) : kDash,
                 summary.repeatable ? "yes" : "**no**"});
    return line;
}

/// Writes "0.4 mm, 0.01°".
std::string trial_cell(const MotionTrial& trial) {
    if (trial.outcome == Outcome::NotInstalled || trial.outcome == Outcome::Unsupported) {
        return kDash;
    }
    if (!trial.judged() || trial.fell()) {
        return "**" +
               markdown_escaped(trial.judged()
                                    ? trial_text(trial)
                                    : "failed after step " + std::to_string(trial.steps)) +
               "**";
    }
    return rounded_text(1e3 * trial.drift, 1) + " mm, " + rounded_text(trial.tilt, 2) + "°" +
           (trial.end == TrialEnd::Contacts ? " at step " + std::to_string(trial.steps) : "");
}

void write_motion(std::ostream& out, const LeagueReport& report) {
    const LeagueResult& result = report.result;
    const std::vector<int> stepped = result.stepped_cases();
    if (stepped.empty()) {
        return;
    }
    out << "\n## Motion\n\nAfter " << result.steps
        << " steps of our solver: how far a body has moved and turned. Falls: by more than 5 % of "
           "the scene's height, or 15°.\n\n";
    std::vector<TableLine> lines(1, {""});
    for (const int index : stepped) {
        lines[0].push_back(markdown_escaped(result.cases[index].title));
    }
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        if (!result.rows[r].not_installed.empty()) {
            continue;
        }
        lines.push_back({markdown_escaped(result.rows[r].title)});
        for (int i = 0; i < std::ssize(stepped); ++i) {
            const std::optional<MotionTrial>& trial = result.trial(r, i);
            lines.back().push_back(trial ? trial_cell(*trial) : "");
        }
    }
    write_text_table(out, std::move(lines));
}

/// Says which rows keep silent about bodies that overlap; nothing when none does.
void write_silent(std::ostream& out, const LeagueResult& result) {
    const std::vector<int> stepped = result.stepped_cases();
    bool first = true;
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        int cases = 0;
        std::int64_t pairs = 0;
        for (int i = 0; i < std::ssize(result.cases); ++i) {
            const std::optional<LeagueCell>& cell = result.cell(r, i);
            cases += cell && cell->judged() && cell->audit.silent > 0 ? 1 : 0;
        }
        for (int i = 0; i < std::ssize(stepped); ++i) {
            const std::optional<MotionTrial>& trial = result.trial(r, i);
            pairs += trial ? trial->silent : 0;
        }
        if (cases == 0 && pairs == 0) {
            continue;
        }
        out << (first ? "\n## Bodies that overlap without a contact\n\n" : "") << "- "
            << markdown_escaped(result.rows[r].title) << ": in " << cases
            << (cases == 1 ? " case" : " cases");
        if (pairs > 0) {
            out << "; in motion " << pairs << (pairs == 1 ? " pair" : " pairs")
                << ", summed over the steps";
        }
        out << '\n';
        first = false;
    }
}

}  // namespace

void write_league_markdown(std::ostream& out, const LeagueReport& report) {
    const LeagueResult& result = report.result;
    out << "# The league\n\n- Touchstone " << markdown_escaped(report.provenance.version)
        << ", commit " << markdown_escaped(report.provenance.commit) << ", " << result.rows.size()
        << " rows, " << result.cases.size() << " cases\n";
    const std::string missing = join(missing_programs(result));
    if (!missing.empty()) {
        out << "- Not installed: " << markdown_escaped(missing) << '\n';
    }
    if (result.stopped) {
        out << "- Stopped early: cells are missing; the same command goes on from here\n";
    }
    out << "- Means are over the cases in brackets, without those of the field; what a row does "
           "not claim to do counts nowhere\n\n";
    std::vector<TableLine> lines{{"", "bodies as", "settings", "judged", "coverage %", "quality %",
                                  "excess", "nothing wrong", "field passes", "failed",
                                  "µs per pair, Wall", "repeatable"}};
    for (int i = 0; i < std::ssize(result.rows); ++i) {
        lines.push_back(summary_line(report, i));
    }
    write_text_table(out, std::move(lines));
    write_motion(out, report);
    write_silent(out, result);
}

}  // namespace touchstone::reports
