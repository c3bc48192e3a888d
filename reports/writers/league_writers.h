#pragma once

#include <iosfwd>

#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Writes one line per row and case, schema "touchstone-league-1". Without times: two leagues of
/// the same program and engines give the same bytes, as do the next two writers.
void write_league_csv(std::ostream& out, const LeagueReport& report);

/// Writes one line per row and simulated case, schema "touchstone-league-motion-1".
void write_motion_csv(std::ostream& out, const LeagueReport& report);

/// Writes rows, cases, cells and simulations, schema "touchstone-league-1".
void write_league_json(std::ostream& out, const LeagueReport& report);

/// Writes the durations of cells and simulations, schema "touchstone-league-times-1".
void write_league_times_csv(std::ostream& out, const LeagueReport& report);

/// Writes a table of all rows and one of the motion, for people.
void write_league_markdown(std::ostream& out, const LeagueReport& report);

}  // namespace touchstone::reports
