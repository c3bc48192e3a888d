#pragma once

#include <CLI/App.hpp>
#include <iosfwd>
#include <string>
#include <vector>

// Texts made from the one table of commands: nothing here names a command or an option.

namespace touchstone::reports {

/// An option as people and shells are told of it.
struct OptionText {
    std::vector<std::string> names;  ///< "--out", "-V"
    std::string value;               ///< "DIR"; empty: a flag
    std::string meaning;
};

/// A command, or one below it: "scene export".
struct CommandText {
    std::string name;
    std::string summary;
    std::string positional;  ///< "[CASE|GROUP|FILE...]"
    std::vector<OptionText> options;
};

/// Returns all commands in the order of the help, each before those below it.
std::vector<CommandText> command_texts(const CLI::App& app);

/// Writes the manual page of section 1, as roff: commands, their options and examples.
void write_man_page(std::ostream& out, const CLI::App& app);

}  // namespace touchstone::reports
