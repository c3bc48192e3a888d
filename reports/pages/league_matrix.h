#pragma once

#include <iosfwd>
#include <string>

#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Returns the ids of the kinds of error in a cell, separated by blanks; the page's script searches
/// for them.
std::string error_words(const LeagueCell& cell);

/// Returns the anchor of a cell's faults on the page.
std::string fault_anchor(const LeagueRow& row, int case_index);

/// Writes the controls that choose rows and cells. They work only with the page's script, and are
/// hidden without it.
void write_league_filter(std::ostream& out, const LeagueReport& report);

/// Writes matrices with rows down and cases across: verdict, coverage, quality or excess, as the
/// reader chooses. One covers all cases but those from the field, one these.
void write_league_matrices(std::ostream& out, const LeagueReport& report);

}  // namespace touchstone::reports
