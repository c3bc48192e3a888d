#pragma once

#include <iosfwd>
#include <string>

#include "reports/pages/league_pictures.h"
#include "reports/tables/league_report.h"

namespace touchstone::reports {

/// Optional parts of the page besides the report.
struct LeaguePageExtras {
    std::string command;  ///< command that makes the page again
    std::string date;     ///< date on which it was made
    LeaguePictures pictures;
};

/// Writes one self-contained page, like write_html: it loads nothing, and its tables are complete
/// without its script. A list of sections in the .cpp defines its contents.
void write_league_page(std::ostream& out, const LeagueReport& report,
                       const LeaguePageExtras& extras = {});

}  // namespace touchstone::reports
