#pragma once

#include <span>
#include <string>

namespace touchstone::reports {

/// One word of a command line as a shell is to be told it: as it is where no character means
/// anything there.
std::string shell_word(const std::string& word);

/// The words with blanks between, each as a shell is to be told it.
std::string command_line(std::span<const std::string> words);

}  // namespace touchstone::reports
