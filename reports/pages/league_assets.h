#pragma once

#include <string>

// What the league's page carries beside that of every page.

namespace touchstone::reports {

/// The style sheet of every page, and that of the league's tables.
std::string league_style();

/// The script of every page, and what finds rows and cells by their kinds of error. Without it all
/// of them are shown.
std::string league_script();

}  // namespace touchstone::reports
