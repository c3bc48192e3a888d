#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reports/tables/report.h"
#include "testcases/league/league.h"

namespace touchstone::reports {

/// The input of the writers of a league.
struct LeagueReport {
    Provenance provenance;
    std::vector<std::string> assignments;  ///< assignments of `--set`
    LeagueResult result;
};

/// A kind of error in a cell that a reader may look for.
struct LeagueError {
    const char* id;                        ///< name in files: "missed_normals"
    const char* title;                     ///< name in tables: "missed contacts"
    int (*count)(const LeagueCell& cell);  ///< number of such errors in a cell
};
/// Returns the kinds of error, in the order of reports.
std::span<const LeagueError> league_errors();

/// Lists the errors of a cell, "12 × missed contacts, 2 × wrong normals"; empty without any.
std::string league_error_text(const LeagueCell& cell);

/// A mean over the cases in which there was something to measure.
struct LeagueMean {
    std::optional<double> value;
    int cases = 0;
};

/// A row over all cases. What it did not claim to do is in none of these numbers.
struct LeagueSummary {
    LeagueMean coverage;  ///< mean over all cases but those of the field, like the next two
    LeagueMean quality;
    LeagueMean excess;
    int right = 0;  ///< judged cases in which nothing is wrong
    int judged = 0;
    int field_passes = 0;  ///< cases of the field that are as they must be
    int field_judged = 0;  ///< cases of the field that could be judged
    int unsupported = 0;
    int failed = 0;
    int not_installed = 0;
    std::vector<int> errors;  ///< cases with each kind of error, in the order of league_errors()
    std::optional<double> wall_time;  ///< µs per pair of bodies on the Wall; nothing: unknown
    bool repeatable = true;           ///< true: all cells and trials were repeatable
};
/// Sums up a row of the league.
LeagueSummary summarize(const LeagueResult& result, int row);

/// Returns true for the cases of the group `field`, which have a table of their own.
bool is_field(const LeagueCase& league_case);

/// Returns the time per pair of bodies [µs]; nothing where it is unknown or there is no pair.
std::optional<double> microseconds_per_pair(const CellTimes& times);

/// Returns "best", "default" or, for a method, the profile.
std::string settings_kind(const LeagueReport& report, const LeagueRow& row);

/// Returns "stands", "falls at step 12", "ended at step 80: …", "failed at step 3: …".
std::string trial_text(const MotionTrial& trial);

/// Lists what asking again has changed, "quality 0.5 … 0.75, contacts 4 … 5"; empty for nothing.
std::string spread_text(const LeagueCell& cell);

/// Returns the shell command that shows a faulty cell in the viewer, from the folder of the page.
std::string viewer_command(const LeagueReport& report, const LeagueRow& row,
                           const LeagueCase& league_case);

/// Returns the programs of the rows that are not installed, each once.
std::vector<std::string> missing_programs(const LeagueResult& result);

}  // namespace touchstone::reports
