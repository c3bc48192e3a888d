#pragma once

#include <iosfwd>

#include "reports/league_pictures.h"
#include "reports/league_report.h"

namespace touchstone {

/// Of each row what is wrong in which case: the first wrong contacts, how to look at them in the
/// viewer, and pictures.
void write_league_faults(std::ostream& out, const LeagueReport& report,
                         const LeaguePictures& pictures);

}  // namespace touchstone
