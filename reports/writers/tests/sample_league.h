#pragma once

#include <string>

#include "reports/pages/league_page.h"

namespace touchstone::testing {

/// Makes a league with a cell of every state and a simulation of every end; every text that would
/// come from a file or a program is `name`.
reports::LeagueReport make_sample_league(const std::string& name);

/// Makes extras with a picture and a missing one.
reports::LeaguePageExtras make_sample_extras(const std::string& name);

}  // namespace touchstone::testing
