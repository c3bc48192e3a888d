#pragma once

#include <iosfwd>

#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Schema "touchstone-league-1": one line per row and case. No times: two leagues of the same
/// program and engines give the same bytes, in the next two too.
void write_league_csv(std::ostream& out, const LeagueReport& report);

/// Schema "touchstone-league-motion-1": one line per row and stepped case.
void write_motion_csv(std::ostream& out, const LeagueReport& report);

/// Schema "touchstone-league-1": rows, cases, cells and trials.
void write_league_json(std::ostream& out, const LeagueReport& report);

/// Schema "touchstone-league-times-1": what took how long, cell by cell and trial by trial.
void write_league_times_csv(std::ostream& out, const LeagueReport& report);

/// A table of all rows and one of the motion, for people.
void write_league_markdown(std::ostream& out, const LeagueReport& report);

}  // namespace touchstone::reports
