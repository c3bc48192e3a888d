#pragma once

#include <span>
#include <string>

namespace touchstone::reports {

/// Quotes a word for a shell, unless it contains no character with a meaning there.
std::string shell_word(const std::string& word);

/// Joins words with blanks, each quoted for a shell.
std::string command_line(std::span<const std::string> words);

}  // namespace touchstone::reports
