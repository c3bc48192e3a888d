#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/pages/league_pictures.h"
#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Writes the faults of each row by case: the first wrong contacts, how to show them in the viewer,
/// and pictures.
void write_league_faults(std::ostream& out, const LeagueReport& report,
                         const LeaguePictures& pictures);

/// Returns, for each row, how many cases it did not answer, and the reason for the first of them.
std::vector<std::string> no_answer_lines(const LeagueReport& report);

/// Returns each cell and each simulation that changed when it was repeated, and by how much.
std::vector<std::string> spread_lines(const LeagueReport& report);

}  // namespace touchstone::reports
