#pragma once

#include <string>

#include "reports/pages/league_page.h"

namespace touchstone::testing {

/// A league with a cell of every state and a trial of every end; every text that comes from a file
/// or a program is `name`.
reports::LeagueReport make_sample_league(const std::string& name);

/// With a picture and one that there is not.
reports::LeaguePageExtras make_sample_extras(const std::string& name);

}  // namespace touchstone::testing
