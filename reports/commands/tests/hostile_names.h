#pragma once

#include <string>
#include <vector>

namespace touchstone::testing {

/// Names that some format, shell, spreadsheet or terminal would take for more than a name.
std::vector<std::string> hostile_names();

}  // namespace touchstone::testing
