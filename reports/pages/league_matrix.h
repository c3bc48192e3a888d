#pragma once

#include <iosfwd>
#include <string>

#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Which kinds of errors a cell has, by id, with blanks between; what the page's script looks for.
std::string error_words(const LeagueCell& cell);

/// The place on the page that tells of a faulty cell.
std::string fault_anchor(const LeagueRow& row, int case_index);

/// What a reader chooses rows and cells by. Of no use without the page's script, and hidden then.
void write_league_filter(std::ostream& out, const LeagueReport& report);

/// Rows down, cases across: verdict, coverage, quality or excess, as the reader chooses. One table
/// of all cases but those of the field, and one of those.
void write_league_matrices(std::ostream& out, const LeagueReport& report);

}  // namespace touchstone::reports
