#pragma once

#include <string>
#include <string_view>

namespace touchstone::reports {

/// Breaks the lines of a help text between words so that none is wider than `width` characters;
/// what belongs to an option stays in its column. Examples stay as they are, to be copied, as does
/// a word that is wider by itself.
std::string wrapped_help(std::string_view help, int width);

/// Returns the help as wide as the terminal; as it is where no terminal shows it.
std::string help_for_output(const std::string& help);

}  // namespace touchstone::reports
