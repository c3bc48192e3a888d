#pragma once

#include <string>
#include <vector>

namespace touchstone::reports {

/// Returns the names of the tables that `touchstone list` shows.
std::vector<std::string> listed_tables();

}  // namespace touchstone::reports
