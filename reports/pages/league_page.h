#pragma once

#include <iosfwd>
#include <string>

#include "reports/pages/league_pictures.h"
#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// What the page shows beside the report.
struct LeaguePageExtras {
    std::string command;  ///< that makes the page again
    std::string date;     ///< on which it was made
    LeaguePictures pictures;
};

/// One self-contained page, as write_html makes: it loads nothing, and its tables are all there
/// without its script. A list of sections in the .cpp says what it shows.
void write_league_page(std::ostream& out, const LeagueReport& report,
                       const LeaguePageExtras& extras = {});

}  // namespace touchstone::reports
