#include "reports/tables/league_report.h"

#include <algorithm>
#include <array>

#include "methods/base/join.h"
#include "reports/tables/outcome_text.h"
#include "reports/text/number_text.h"
#include "reports/text/shell_word.h"

namespace touchstone::reports {
namespace {

constexpr std::array<LeagueError, 13> kErrors{{
    {"missed_normals", "missed contacts",
     [](const LeagueCell& cell) { return cell.faults.missed_normals; }},
    {"wrong_contacts", "wrong normals",
     [](const LeagueCell& cell) { return cell.faults.wrong_contacts; }},
    {"excess_contacts", "excess", [](const LeagueCell& cell) { return cell.excess_contacts(); }},
    {"outside_bounds", "outside the bodies",
     [](const LeagueCell& cell) { return cell.audit.outside_bounds; }},
    {"misplaced", "out of place", [](const LeagueCell& cell) { return cell.faults.misplaced; }},
    {"wrong_separations", "wrong separations",
     [](const LeagueCell& cell) { return cell.faults.wrong_separations; }},
    {"wrong_areas", "wrong area", [](const LeagueCell& cell) { return cell.faults.wrong_areas; }},
    {"too_deep", "deeper than the bodies overlap",
     [](const LeagueCell& cell) { return cell.audit.too_deep; }},
    {"duplicates", "duplicates", [](const LeagueCell& cell) { return cell.audit.duplicates; }},
    {"opposite", "opposite normals at one place",
     [](const LeagueCell& cell) { return cell.audit.opposite; }},
    {"silent", "overlaps without a contact",
     [](const LeagueCell& cell) { return cell.audit.silent; }},
    {"invalid", "invalid numbers",
     [](const LeagueCell& cell) { return cell.audit.not_finite + cell.audit.not_unit; }},
    {"faulty_variants", "variants that differ",
     [](const LeagueCell& cell) { return cell.faulty_variants; }},
}};

void add(LeagueMean& mean, const std::optional<double>& value) {
    if (value) {
        mean.value = (mean.value.value_or(0.0) * mean.cases + *value) / (mean.cases + 1);
        ++mean.cases;
    }
}

void add_cell(LeagueSummary& summary, const LeagueCell& cell, const LeagueCase& league_case) {
    summary.unsupported += cell.outcome == Outcome::Unsupported ? 1 : 0;
    summary.failed += cell.outcome == Outcome::Failed ? 1 : 0;
    summary.not_installed += cell.outcome == Outcome::NotInstalled ? 1 : 0;
    summary.repeatable = summary.repeatable && cell.repeatable;
    if (!cell.judged()) {
        return;
    }
    ++summary.judged;
    summary.right += cell.has_faults() ? 0 : 1;
    for (std::size_t i = 0; i < kErrors.size(); ++i) {
        summary.errors[i] += kErrors[i].count(cell) > 0 ? 1 : 0;
    }
    if (is_field(league_case)) {
        summary.field_judged += cell.passes ? 1 : 0;
        summary.field_passes += cell.passes == true ? 1 : 0;
        return;
    }
    add(summary.coverage, cell.figures.coverage);
    add(summary.quality, cell.figures.quality);
    add(summary.excess, cell.figures.excess);
    const TestCaseEntry* const entry = find_standard_case(league_case.name);
    if (entry != nullptr && entry->timed) {
        summary.wall_time = microseconds_per_pair(cell.times);
    }
}

std::string value_text(const std::optional<double>& value) {
    return value ? exact_text(*value) : "none";
}

}  // namespace

std::span<const LeagueError> league_errors() { return kErrors; }

std::string league_error_text(const LeagueCell& cell) {
    std::string text;
    for (const LeagueError& error : kErrors) {
        if (const int count = error.count(cell); cell.judged() && count > 0) {
            append_item(text, std::to_string(count) + " × " + error.title);
        }
    }
    return text;
}

LeagueSummary summarize(const LeagueResult& result, int row) {
    LeagueSummary summary;
    summary.errors.resize(kErrors.size());
    for (int i = 0; i < std::ssize(result.cases); ++i) {
        if (const std::optional<LeagueCell>& cell = result.cell(row, i)) {
            add_cell(summary, *cell, result.cases[i]);
        }
    }
    const int stepped = static_cast<int>(result.stepped_cases().size());
    for (int i = 0; i < stepped; ++i) {
        const std::optional<MotionTrial>& trial = result.trial(row, i);
        summary.repeatable = summary.repeatable && (!trial || trial->repeatable);
    }
    return summary;
}

bool is_field(const LeagueCase& league_case) { return league_case.group == kFieldCasesGroup; }

std::optional<double> microseconds_per_pair(const CellTimes& times) {
    return times.seconds && times.pairs > 0 ? std::optional(1e6 * *times.seconds / times.pairs)
                                            : std::nullopt;
}

std::string settings_kind(const LeagueReport& report, const LeagueRow& row) {
    switch (row.kind) {
        case RowKind::Method:
            return std::string(profile_id(report.provenance.profile));
        case RowKind::Engine:
            return row.defaults ? "default" : "best";
        case RowKind::Command:
            return "its own";
    }
    return "";
}

std::string trial_text(const MotionTrial& trial) {
    const std::string step = std::to_string(trial.steps);
    switch (trial.outcome) {
        case Outcome::NotInstalled:
            return "not installed";
        case Outcome::Unsupported:
            return refusal_text(trial.outcome, trial.reason);
        case Outcome::Failed:
            return "failed after step " + step + ": " + trial.reason;
        case Outcome::Answered:
            break;
    }
    switch (trial.end) {
        case TrialEnd::AllSteps:
            return "stands";
        case TrialEnd::Fallen:
            return "falls at step " + step;
        case TrialEnd::Contacts:
            return "stands at step " + step + ", ended there";
        case TrialEnd::Broken:
            break;
    }
    return "";
}

std::string spread_text(const LeagueCell& cell) {
    if (cell.repeatable) {
        return "";
    }
    const CellFigures& a = cell.figures;
    const CellFigures& b = cell.again;
    std::string text;
    const auto add_spread = [&](const char* name, const std::string& first,
                                const std::string& second) {
        if (first != second) {
            append_item(text, std::string(name) + " " + first + " … " + second);
        }
    };
    add_spread("contacts", std::to_string(a.contacts), std::to_string(b.contacts));
    add_spread("coverage", value_text(a.coverage), value_text(b.coverage));
    add_spread("quality", value_text(a.quality), value_text(b.quality));
    add_spread("excess", value_text(a.excess), value_text(b.excess));
    return text.empty() ? "other bits, the same figures" : text;
}

std::string viewer_command(const LeagueReport& report, const LeagueRow& row,
                           const LeagueCase& league_case) {
    if (row.kind != RowKind::Method) {
        return "touchstone-viewer --step 1 " + recording_name(row, league_case).string();
    }
    std::string text = "touchstone-viewer";
    for (const std::string& assignment : report.assignments) {
        text += " --set " + shell_word(assignment);
    }
    return text + " " + shell_word(league_case.name) + " --generator " + row.id;
}

std::vector<std::string> missing_programs(const LeagueResult& result) {
    std::vector<std::string> programs;
    for (const LeagueRow& row : result.rows) {
        if (!row.not_installed.empty() &&
            std::ranges::find(programs, row.program) == programs.end()) {
            programs.push_back(row.program);
        }
    }
    return programs;
}

}  // namespace touchstone::reports
