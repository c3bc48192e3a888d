#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/pages/league_pictures.h"
#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Of each row what is wrong in which case: the first wrong contacts, how to look at them in the
/// viewer, and pictures.
void write_league_faults(std::ostream& out, const LeagueReport& report,
                         const LeaguePictures& pictures);

/// Per row how many cases it has not answered, and why not the first of them.
std::vector<std::string> no_answer_lines(const LeagueReport& report);

/// Each cell and each trial that came out otherwise when asked again, and how far.
std::vector<std::string> spread_lines(const LeagueReport& report);

}  // namespace touchstone::reports
