#pragma once

#include <string>

namespace touchstone::reports {

/// One word of a command line as a shell is to be told it: as it is where no character means
/// anything there.
std::string shell_word(const std::string& word);

}  // namespace touchstone::reports
