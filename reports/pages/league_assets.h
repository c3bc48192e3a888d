#pragma once

#include <string>

// The parts of the league's page besides those of every page.

namespace touchstone::reports {

/// Returns the style sheet of every page, followed by that of the league's tables.
std::string league_style();

/// Returns the script of every page, followed by that which filters rows and cells by their kinds
/// of error. Without it all are shown.
std::string league_script();

}  // namespace touchstone::reports
