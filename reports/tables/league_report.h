#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reports/tables/report.h"
#include "testcases/league/league.h"

namespace touchstone::reports {

/// What the writers of a league are given.
struct LeagueReport {
    Provenance provenance;
    std::vector<std::string> assignments;  ///< of `--set`
    LeagueResult result;
};

/// A kind of error that a cell may have, and a reader may look for.
struct LeagueError {
    const char* id;     ///< in files: "missed_normals"
    const char* title;  ///< for people: "missed contacts"
    int (*count)(const LeagueCell& cell);
};
std::span<const LeagueError> league_errors();

/// "12 × missed contacts, 2 × wrong normals"; empty: nothing is wrong.
std::string league_error_text(const LeagueCell& cell);

/// A mean, and over how many cases: those in which there was something to measure.
struct LeagueMean {
    std::optional<double> value;
    int cases = 0;
};

/// One row over all cases. What it did not claim to do is in none of these numbers.
struct LeagueSummary {
    LeagueMean coverage;  ///< of all cases but those of the field, like the next two
    LeagueMean quality;
    LeagueMean excess;
    int right = 0;  ///< cases in which nothing is wrong, of the judged ones
    int judged = 0;
    int field_passes = 0;  ///< cases of the field that are as they must be
    int field_judged = 0;  ///< those of which that can be told
    int unsupported = 0;
    int failed = 0;
    int not_installed = 0;
    std::vector<int> errors;  ///< cases with each kind of error, in the order of league_errors()
    std::optional<double> wall_time;  ///< µs per pair of bodies on the Wall; nothing: not told
    bool repeatable = true;           ///< all cells and trials
};
LeagueSummary summarize(const LeagueResult& result, int row);

/// True for the cases of the group `field`, whose table is another than that of all others.
bool is_field(const LeagueCase& league_case);

/// [µs] per pair of bodies; nothing where it is not told or there is no pair.
std::optional<double> microseconds_per_pair(const CellTimes& times);

/// "best", "default" or, for a method, the profile.
std::string settings_kind(const LeagueReport& report, const LeagueRow& row);

/// "stands", "falls at step 12", "ended at step 80: …", "failed at step 3: …".
std::string trial_text(const MotionTrial& trial);

/// "quality 0.5 … 0.75, contacts 4 … 5": what asking again has changed; empty: nothing.
std::string spread_text(const LeagueCell& cell);

/// What a shell is to be told so that the viewer shows a faulty cell, from the folder of the page.
std::string viewer_command(const LeagueReport& report, const LeagueRow& row,
                           const LeagueCase& league_case);

/// The rows that are not installed, by their programs, each once.
std::vector<std::string> missing_programs(const LeagueResult& result);

}  // namespace touchstone::reports
